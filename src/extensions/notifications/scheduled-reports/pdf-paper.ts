// Pages of a PDF file that screen readers can read: what is drawn is either part of the structure (headings, paragraphs, tables, pictures),
// or marked as decoration. Text is on one line and is cut where there is no room for it.
// Why: docs/decisions/notifications.md, "PDF files are drawn in a thread".
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import type { Language } from '../../../../languages/language.ts';
import { withFewMarks } from '../../../core/foundation/text/few-marks.ts';
import { openWoff } from './open-woff.ts';

export const INK = '#1b1d22';
export const SOFT_INK = '#5b606b';
export const LINE = '#cfd0cb';
export const ACCENT = '#3451d1';
export const GOOD = '#12703f';
export const BAD = '#b3261e';

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 40 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;
/** The line with the page number is below it. */
const CONTENT_BOTTOM = PAGE.height - PAGE.margin - 24;

/** Left-to-right scripts that need no shaping. The others would be drawn in the wrong order or form. */
const DRAWN_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]$/u;
/** Emojis are a matter of color, and joined from several characters. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}]$/u;
export const NOT_DRAWN = '□';

const FONTS = { regular: '400', bold: '700' } as const;
function readFont(weight: keyof typeof FONTS): Buffer {
  const file = `@fontsource/dejavu-sans/files/dejavu-sans-latin-${FONTS[weight]}-normal.woff`;
  return openWoff(readFileSync(createRequire(import.meta.url).resolve(file)));
}

export interface TextStyle {
  readonly size: number;
  readonly weight?: keyof typeof FONTS;
  readonly color?: string;
  /** It gets smaller where there is no room for it: a number that is cut would be another one. */
  readonly shrinks?: boolean;
}

export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

interface PaperOptions {
  readonly title: string;
  readonly author: string;
  readonly at: Date;
  readonly language: Language;
  /** Tests read the text. Default: true. */
  readonly compress?: boolean;
}

export class Paper {
  readonly #document: PDFDocument;
  #isAnyMissing = false;
  y: number = PAGE.margin;

  private constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** The library is loaded when the first file is made: most processes make none. */
  static async open({ title, language, author, at, compress = true }: PaperOptions): Promise<Paper> {
    const { default: Document } = await import('pdfkit');
    const document = new Document({
      ...{ size: 'A4', margin: 0, pdfVersion: '1.7', tagged: true, displayTitle: true, lang: language },
      ...{ bufferPages: true, compress, font: null },
      info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: at },
    });
    document.registerFont('regular', readFont('regular')).registerFont('bold', readFont('bold'));
    return new Paper(document);
  }

  /** Some characters had to be replaced. */
  get isAnyMissing(): boolean {
    return this.#isAnyMissing;
  }

  heading(level: 1 | 2, text: string): void {
    const style = { size: level === 1 ? 18 : 12, weight: 'bold' } as const;
    const box = { x: PAGE.margin, y: this.y, width: CONTENT_WIDTH };
    this.#add(this.#document.struct(`H${level}`, () => this.#line(text, box, style)));
    this.y += style.size * 1.6;
  }

  /** Takes as many lines as it needs. */
  paragraph(text: string, style: TextStyle): void {
    const document = this.#document;
    const drawn = this.#drawable(text);
    this.#use(style);
    const options = { width: CONTENT_WIDTH, lineGap: 2 };
    const height = document.heightOfString(drawn, options);
    this.breakBefore(height);
    this.#add(document.struct('P', () => this.#use(style).text(drawn, PAGE.margin, this.y, options)));
    this.y += height + style.size * 0.6;
  }

  /** A paragraph of lines that are placed by the caller. */
  lines(lines: readonly { readonly text: string; readonly box: TextBox; readonly style: TextStyle }[]): void {
    this.#add(
      this.#document.struct('P', () => {
        for (const { text, box, style } of lines) this.#line(text, box, style);
      }),
    );
  }

  picture(alt: string, draw: () => void): void {
    this.#add(this.#document.struct('Figure', { alt: this.#drawable(alt) }, draw));
  }

  /** Labels of a picture. */
  label(text: string, box: TextBox, style: TextStyle): void {
    this.#line(text, box, style);
  }

  table(): { row(kind: 'TH' | 'TD', cells: readonly Cell[]): void; end(): void } {
    const document = this.#document;
    const table = document.struct('Table');
    document.addStructure(table);
    return {
      row: (kind, cells) => {
        const row = document.struct('TR');
        table.add(row);
        for (const { lines, isHead = false } of cells) {
          const draw = () => {
            for (const { text, box, style } of lines) this.#line(text, box, style);
          };
          const cell = document.struct(isHead ? 'TH' : kind, draw);
          row.add(cell);
          cell.end();
        }
        row.end();
      },
      end: () => table.end(),
    };
  }

  decoration(draw: (document: PDFDocument) => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#document.markContent('Artifact', { type });
    draw(this.#document);
    this.#document.endMarkedContent();
  }

  rule(y: number, color = LINE): void {
    this.decoration((document) => {
      document
        .lineWidth(0.5)
        .strokeColor(color)
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.margin + CONTENT_WIDTH, y)
        .stroke();
    });
  }

  polyline(points: readonly (readonly [x: number, y: number])[], color: string, dashed: boolean): void {
    const [first, ...others] = points;
    if (!first) return;
    const document = this.#document.lineWidth(dashed ? 1 : 1.5).strokeColor(color);
    if (dashed) document.dash(3, { space: 2 });
    document.moveTo(...first);
    // A single day is a short line.
    for (const [x, y] of others.length > 0 ? others : [[first[0] + 1, first[1]] as const]) document.lineTo(x, y);
    document.stroke().undash();
  }

  /** Begins a page if the next `height` points don't fit. Returns whether it did. */
  breakBefore(height: number): boolean {
    if (this.y + height <= CONTENT_BOTTOM) return false;
    this.#document.addPage();
    this.y = PAGE.margin;
    return true;
  }

  /** `footer` of each page, with its number. */
  async finish(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const document = this.#document;
    const { count } = document.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      document.switchToPage(index);
      const box = { x: PAGE.margin, y: PAGE.height - PAGE.margin - 10, width: CONTENT_WIDTH };
      this.decoration(() => this.#line(footer(index + 1, count), box, { size: 7.5, color: SOFT_INK }), 'Pagination');
    }
    document.end();
    return buffer(document);
  }

  #add(element: StructureElement): void {
    this.#document.addStructure(element);
    element.end();
  }

  #use({ size, weight = 'regular', color = INK }: TextStyle): PDFDocument {
    return this.#document.font(weight).fontSize(size).fillColor(color);
  }

  #line(text: string, { x, y, width, align = 'left' }: TextBox, style: TextStyle): void {
    const drawn = this.#drawable(text);
    const document = this.#use(style);
    if (style.shrinks) document.fontSize(style.size * Math.min(1, width / document.widthOfString(drawn)));
    const fitting = style.shrinks ? drawn : this.#fitting(drawn, width);
    const left = align === 'left' ? x : x + width - document.widthOfString(fitting);
    document.text(fitting, left, y, { lineBreak: false });
  }

  #fitting(text: string, width: number): string {
    if (this.#document.widthOfString(text) <= width) return text;
    const characters = Array.from(text);
    let [fits, tooLong] = [0, characters.length];
    const shortened = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`;
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if (this.#document.widthOfString(shortened(middle)) <= width) fits = middle;
      else tooLong = middle;
    }
    return shortened(fits);
  }

  /** What the font has no character for, or what would be drawn wrongly, becomes a box, and `isAnyMissing` says so. */
  #drawable(text: string): string {
    const { font } = this.#document.font('regular')._font;
    const plain = withFewMarks(text.normalize('NFC').replaceAll(/[\p{C}\s]+/gu, ' '));
    return Array.from(plain, (character) => {
      const isDrawn =
        DRAWN_SCRIPTS.test(character) && !EMOJI.test(character) && font.hasGlyphForCodePoint(character.codePointAt(0)!);
      if (!isDrawn) this.#isAnyMissing = true;
      return isDrawn ? character : NOT_DRAWN;
    }).join('');
  }
}

export interface Cell {
  readonly lines: readonly { readonly text: string; readonly box: TextBox; readonly style: TextStyle }[];
  /** The head of its row. */
  readonly isHead?: boolean;
}
