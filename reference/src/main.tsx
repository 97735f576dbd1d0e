// The API reference: a page over the OpenAPI document that the service serves for it. It loads nothing from elsewhere.
import '../../dashboard/public/theme.js';
import '../../dashboard/src/styles/tokens.css';
import '../../dashboard/src/styles/base.css';
import '../../dashboard/src/language/english.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import type { ApiDocument } from './document.ts';

const root = createRoot(document.getElementById('reference')!);
const response = await fetch('/docs/openapi.json');
if (response.ok) root.render(<App document={(await response.json()) as ApiDocument} />);
else root.render(<p role="alert">The document of the API could not be loaded. Reload the page.</p>);
