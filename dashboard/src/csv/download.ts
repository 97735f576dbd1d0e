// Lets the browser save a file.

export interface DownloadedFile {
  readonly name: string;
  readonly content: Blob;
}

export function saveFile({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
