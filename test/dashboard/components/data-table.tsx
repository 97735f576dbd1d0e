import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Column, DataTable } from '../../../dashboard/src/components/data-table.tsx';
import { numberColumn } from '../../../dashboard/src/components/number-column.tsx';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly views: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'name', label: 'Campaign', value: ({ name }) => name },
  numberColumn({ name: 'views', term: 'views', sortable: true, value: ({ views }) => views, change: () => 5 }),
  { name: 'trend', label: 'Trend', value: () => undefined, render: () => '~' },
];
const ROWS: readonly Row[] = [
  { id: 1, name: 'Spring', views: 1234 },
  { id: 2, name: 'Summer', views: 5 },
];

describe('DataTable', () => {
  afterEach(cleanup);

  it('shows formatted values under their headers', () => {
    render(<DataTable caption="Campaigns" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} />);
    expect(screen.getByRole('table', { name: 'Campaigns' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Campaign', 'Views', 'Trend']);
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Spring', 'Summer']);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1,234↑ +5.0%', '~', '5↑ +5.0%', '~']);
  });

  it('sorts by the columns that can be sorted', () => {
    const sorted: string[] = [];
    const sort = { by: 'revenue', onSort: (name: string) => sorted.push(name) };
    render(<DataTable caption="Campaigns" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} sort={sort} />);
    const sortStates = () => screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-sort'));
    expect(sortStates()).toEqual([null, 'none', null]);
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    expect(sorted).toEqual(['views']);
    cleanup();
    render(
      <DataTable
        caption="Campaigns"
        columns={COLUMNS}
        rows={ROWS}
        keyOf={({ id }) => id}
        sort={{ ...sort, by: 'views' }}
      />,
    );
    expect(sortStates()).toEqual([null, 'descending', null]);
  });
});
