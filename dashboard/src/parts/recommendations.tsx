export function Recommendations({ items }: { readonly items: readonly string[] }) {
  return (
    <ol className="recommendations">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ol>
  );
}
