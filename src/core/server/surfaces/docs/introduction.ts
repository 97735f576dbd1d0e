// The first page of the reference, in Markdown.

export function introduction({ baseUrl, issuer }: { readonly baseUrl: string; readonly issuer: string }): string {
  return `
Reports on the funnel performance of marketing campaigns, and the contacts, campaigns, areas and settings of websites.
This service is at \`${baseUrl}\`.

## First request

Create a token on the page **API access** of the [dashboard](${baseUrl}/), put it into \`FUNNEL_TOKEN\`, and ask for your websites:

\`\`\`sh
curl ${baseUrl}/api/v1/reports/websites \\
  -H "Authorization: Bearer $FUNNEL_TOKEN"
\`\`\`

Or enter the token in the box *Authentication* and open **Test request** on any operation: the request goes from your browser to this service, and to
nobody else. The token is forgotten when you close the page.

## Rules for all operations

- **Websites.** A token grants certain websites and scopes. If it grants several websites, name one with \`website_id\`.
- **Days** are those of the website's time zone, which is UTC unless somebody has set it. **Rates and changes** are percentages: 12.5 means 12.5 %.
- **Errors** are RFC 9457 problem details. Programs check \`code\` where there is one; \`detail\` is for people. Unknown query parameters
  are rejected (422 \`unknown_parameter\`); a report ignores the shared parameters of reports that it does not take.
- **Limits.** \`RateLimit-Remaining\` says how many requests are left in this minute. After 429 and 503, wait for \`Retry-After\` seconds.

## Clients

The OpenAPI document is at [\`/api/v1/openapi.json\`](${baseUrl}/api/v1/openapi.json). The samples in TypeScript use the typed client
\`@funnel/api-client\`, which is generated from it. Third-party applications get a token by OAuth 2.1 from \`${issuer}\`.
`.trim();
}
