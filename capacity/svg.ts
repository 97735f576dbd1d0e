// Parts of pictures that are drawn as SVG.

/** `further`: more attributes. */
export function text(x: number, y: number, words: string, anchor: string, further = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${further && ` ${further}`}>${words}</text>`;
}

export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
