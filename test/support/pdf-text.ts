// The text of a PDF file that was written without compression, as a reader copies it: through the tables from glyphs to characters.

/** The texts in the order in which they were drawn. */
export function pdfText(file: Buffer): string[] {
  const source = file.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, content]) => [id!, content!]),
  );
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name, id] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')?.[1];
    if (table !== undefined) fonts.set(name!, charactersOf(objects.get(table)!));
  }
  const texts: string[] = [];
  for (const content of objects.values()) {
    for (const [, font, drawn] of content.matchAll(/\/(F\d+) [\d.]+ Tf\n(?:[^[]*\n)?\[([^\]]*)\] TJ/g)) {
      const glyphs = [...drawn!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!);
      texts.push(glyphs.map((glyph) => fonts.get(font!)!.get(glyph)).join(''));
    }
  }
  return texts;
}

/** Reads ranges such as `<0000> <00ff> [<0041> <0042>]`. */
function charactersOf(table: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  for (const [, first, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = (hex!.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
      characters.set(
        (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0'),
        String.fromCharCode(...units),
      );
    }
  }
  return characters;
}
