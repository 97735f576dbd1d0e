// The CSS of the reference page, light or dark to match the system theme.

export const STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1c2430, #dfe5ee);
  --faint: light-dark(#5a6675, #97a3b4);
  --line: light-dark(#dde3ea, #2c3644);
  --ground: light-dark(#ffffff, #12171f);
  --raised: light-dark(#f5f7fa, #1a212c);
  --link: light-dark(#0b5cad, #7db8f5);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr);
  color: var(--text); background: var(--ground); font: 16px/1.55 system-ui, sans-serif;
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem 1.25rem;
  border-right: 1px solid var(--line); background: var(--raised); font-size: 0.9rem;
}
nav h2 { margin: 1rem 0 0.25rem; font-size: 0.8rem; text-transform: uppercase; letter-spacing: 0.05em; color: var(--faint); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0.2rem 0; }
nav a { text-decoration: none; }
main { max-width: 62rem; padding: 1.5rem 2.5rem 6rem; }
a { color: var(--link); }
h1 { margin: 0 0 1rem; }
section > h2 { margin-top: 3rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
article { margin: 2.5rem 0; }
h3 { margin: 0 0 0.25rem; }
h4 { margin: 1.25rem 0 0.5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875em; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border-radius: 6px; background: var(--raised); }
small { color: var(--faint); }
.method { display: inline-block; padding: 0 0.5rem; border-radius: 4px; color: #fff; font: 600 0.8rem/1.6 ui-monospace, monospace; }
.get { background: #17693c; }
.post { background: #0b5cad; }
.delete { background: #a32222; }
table { width: 100%; border-collapse: collapse; font-size: 0.925rem; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { width: 30%; font-weight: 500; overflow-wrap: anywhere; }
td { overflow-wrap: anywhere; }
td div { color: var(--faint); }
td table { margin-top: 0.35rem; padding-left: 0.75rem; }
details { border-top: 1px solid var(--line); padding: 0.35rem 0; }
summary { cursor: pointer; }
summary strong { display: inline-block; min-width: 3.5rem; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
`;
