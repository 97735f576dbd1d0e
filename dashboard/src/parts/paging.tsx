import { changeParameters } from '../address/router.tsx';
import { formatCount } from '../format/numbers.ts';

interface PagingProps {
  readonly label: string;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

export function Paging({ label, page, perPage, total }: PagingProps) {
  const goTo = (target: number) => changeParameters({ page: target === 1 ? undefined : String(target) });
  const pages = Math.ceil(total / perPage);
  return (
    <nav className="paging" aria-label={label}>
      <span className="hint">
        {formatCount((page - 1) * perPage + 1)}–{formatCount(Math.min(page * perPage, total))} of {formatCount(total)}
      </span>
      {pages > 1 && (
        <>
          <button type="button" className="button" disabled={page <= 1} onClick={() => goTo(page - 1)}>
            Previous
          </button>
          <button type="button" className="button" disabled={page >= pages} onClick={() => goTo(page + 1)}>
            Next
          </button>
        </>
      )}
    </nav>
  );
}
