// A shared page in a frame of another page: it says how high it is, so that the frame can follow. It shows no scroll bar of its own beside
// that of the embedding page. What is beyond the end of the frame can still be scrolled to, with the wheel, by touch and with keys.

/** The type of the message to the embedding page. It has nothing but the height. */
const HEIGHT_MESSAGE = 'funnel:height';

export function reportHeight(content: Element): void {
  if (window.parent === window) return;
  document.documentElement.style.setProperty('scrollbar-width', 'none');
  const report = () => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    // Only pages of the origins that the link names can embed it, so that it need not be known here which one does.
    window.parent.postMessage({ type: HEIGHT_MESSAGE, height }, '*');
  };
  new ResizeObserver(report).observe(content);
}

/** What somebody pastes into a page. Without the script, the frame keeps the height that it has. */
export function embedCode(url: string, name: string): string {
  const { origin } = new URL(url);
  return `<iframe src="${url}" title="${attribute(name)}" style="width: 100%; height: 900px; border: 0"></iframe>
<script>
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== '${origin}' || data?.type !== '${HEIGHT_MESSAGE}') return;
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow === source) frame.style.height = data.height + 'px';
    }
  });
</script>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
