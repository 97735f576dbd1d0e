// What is used of pdfkit, which has no types of its own.
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  /** A node of the tree that tells screen readers what is a heading, a table or a picture. */
  export interface StructureElement {
    add(child: StructureElement): this;
    end(): void;
  }

  interface EmbeddedFont {
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  }

  export default class PDFDocument extends Readable {
    constructor(options: {
      readonly size: 'A4';
      readonly margin: number;
      readonly pdfVersion: '1.7';
      readonly tagged: true;
      readonly displayTitle: true;
      readonly lang: string;
      readonly bufferPages: true;
      readonly compress: boolean;
      /** It would be opened again and again if it were also registered. */
      readonly font: null;
      readonly info: Readonly<Record<'Title' | 'Author' | 'Creator' | 'Producer', string> & { CreationDate: Date }>;
    });
    readonly _font: EmbeddedFont;
    registerFont(name: string, file: Buffer): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    dash(length: number, options: { readonly space: number }): this;
    undash(): this;
    text(
      text: string,
      x: number,
      y: number,
      options?: { readonly lineBreak: false } | { readonly width: number; readonly lineGap?: number },
    ): this;
    widthOfString(text: string): number;
    heightOfString(text: string, options: { readonly width: number; readonly lineGap?: number }): number;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    stroke(): this;
    link(x: number, y: number, width: number, height: number, url: string): this;
    addPage(): this;
    switchToPage(page: number): this;
    bufferedPageRange(): { readonly count: number };
    struct(
      type: string,
      optionsOrContent?: { readonly alt: string } | (() => void),
      content?: () => void,
    ): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: 'Artifact', options: { readonly type: 'Layout' | 'Pagination' }): this;
    endMarkedContent(): this;
    end(): void;
  }
}
