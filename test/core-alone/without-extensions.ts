// Takes extensions out of the files that list them.

interface Listed {
  readonly name: string;
  readonly needs?: readonly string[];
}

/** These extensions, and all that need one of them, in the order of the list. */
export function withDependants(names: readonly string[], extensions: readonly Listed[]): string[] {
  const removed = new Set(names);
  // An extension is listed after those that it needs.
  for (const { name, needs = [] } of extensions) if (needs.some((needed) => removed.has(needed))) removed.add(name);
  return extensions.map(({ name }) => name).filter((name) => removed.has(name));
}

/** The source of a file that lists extensions: without the imports from these, and without what is imported from them. */
export function withoutExtensions(source: string, names: readonly string[]): string {
  const folders = names.map((name) => `./extensions/${name}/`);
  const imports = [...source.matchAll(/^import \{([^}]*)\} from '([^']+)';\n/gm)];
  const gone = imports.filter(([, , path]) => folders.some((folder) => path!.startsWith(folder)));
  const withoutImports = gone.reduce((text, [statement]) => text.replace(statement, ''), source);
  const imported = gone.flatMap(([, list]) => list!.split(',').map((name) => name.trim()));
  return imported.reduce(
    (text, name) => text.replaceAll(new RegExp(`(?<=[[\\s,])(?:\\.{3})?${name}\\b,?`, 'g'), ''),
    withoutImports,
  );
}
