export function StatusTag({ status }: { readonly status: 'live' | 'archived' }) {
  return <span className={`tag tag-${status}`}>{status === 'live' ? 'Live' : 'Archived'}</span>;
}
