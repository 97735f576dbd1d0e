// Search engines, social networks, video sites and shops, by which GA4's rules tell channels apart. The lists are ours: those that
// send a website visitors today. An entry with a dot is a host, and stands for its subdomains too; `*` stands for the ending of any
// country. An entry without a dot is a name that people write into utm_source.

export type SiteKind = 'search' | 'shopping' | 'social' | 'video';

export const KNOWN_SITES: Readonly<Record<SiteKind, readonly string[]>> = {
  search: [
    ...['google', 'google.*', 'googleads', 'adwords', 'com.google.android.googlequicksearchbox', 'bing', 'bing.com'],
    ...[
      'yahoo',
      'yahoo.*',
      'search.yahoo.com',
      'duckduckgo',
      'duckduckgo.com',
      'ecosia',
      'ecosia.org',
      'qwant',
      'qwant.com',
    ],
    ...[
      'startpage',
      'startpage.com',
      'search.brave.com',
      'kagi',
      'kagi.com',
      'mojeek.com',
      'swisscows.com',
      'metager.de',
    ],
    ...[
      'yandex',
      'yandex.*',
      'ya.ru',
      'rambler.ru',
      'go.mail.ru',
      'baidu',
      'baidu.com',
      'sogou',
      'sogou.com',
      'so.com',
    ],
    ...['360.cn', 'm.sm.cn', 'naver', 'search.naver.com', 'naver.com', 'daum', 'daum.net', 'search.goo.ne.jp'],
    ...[
      'seznam',
      'seznam.cz',
      'centrum.cz',
      'onet.pl',
      'coccoc.com',
      'aol',
      'aol.com',
      'ask',
      'ask.com',
      'msn',
      'msn.com',
    ],
    ...['lycos', 'lycos.com', 'dogpile', 'dogpile.com', 'excite.com', 'presearch.com', 'you.com', 't-online.de'],
  ],
  shopping: [
    ...[
      'amazon',
      'amazon.*',
      'ebay',
      'ebay.*',
      'etsy',
      'etsy.com',
      'alibaba',
      'alibaba.com',
      'aliexpress',
      'aliexpress.com',
    ],
    ...['walmart', 'walmart.com', 'mercadolibre', 'mercadolibre.*', 'mercadolivre.com.br', 'shopee', 'shopee.*'],
    ...['shopping.google.com', 'google shopping', 'shopping.naver.com', 'idealo', 'idealo.*', 'temu', 'temu.com'],
    ...['shopify', 'shopify.com', 'shop.app', 'taobao.com', 'tmall.com', 'jd.com'],
  ],
  social: [
    ...[
      'facebook',
      'facebook.com',
      'fb',
      'fb.com',
      'fb.me',
      'messenger',
      'messenger.com',
      'meta',
      'com.facebook.katana',
    ],
    ...['instagram', 'instagram.com', 'ig', 'com.instagram.android', 'threads', 'threads.net', 'threads.com'],
    ...['twitter', 'twitter.com', 'x', 'x.com', 't.co', 'bluesky', 'bsky.app', 'mastodon', 'mastodon.social'],
    ...[
      'linkedin',
      'linkedin.com',
      'lnkd.in',
      'com.linkedin.android',
      'xing',
      'xing.com',
      'pinterest',
      'pinterest.*',
      'pin.it',
    ],
    ...['reddit', 'reddit.com', 'redd.it', 'com.reddit.frontpage', 'quora', 'quora.com', 'tumblr', 'tumblr.com'],
    ...[
      'tiktok',
      'tiktok.com',
      'douyin.com',
      'nicovideo.jp',
      'snapchat',
      'snapchat.com',
      'discord',
      'discord.com',
      'whatsapp',
      'whatsapp.com',
      'wa.me',
      'telegram',
      't.me',
    ],
    ...['org.telegram.messenger', 'web.telegram.org', 'line', 'line.me', 'kakao', 'kakao.com', 'kakaotalk', 'viber'],
    ...[
      'vk',
      'vk.com',
      'vkontakte',
      'ok.ru',
      'weibo',
      'weibo.com',
      'wechat',
      'weixin',
      'weixin.qq.com',
      'qzone.qq.com',
    ],
    ...['xiaohongshu.com', 'douban.com', 'zhihu.com', 'blog.naver.com', 'cafe.naver.com', 'ameblo.jp', 'hatena.ne.jp'],
    ...[
      'medium',
      'medium.com',
      'substack',
      'substack.com',
      'flipboard',
      'flipboard.com',
      'getpocket.com',
      'meetup.com',
    ],
    ...[
      'news.ycombinator.com',
      'producthunt',
      'producthunt.com',
      'stackoverflow.com',
      'stackexchange.com',
      'groups.google.com',
    ],
    ...[
      'nextdoor',
      'nextdoor.com',
      'goodreads.com',
      'yelp',
      'yelp.*',
      'tripadvisor',
      'tripadvisor.*',
      'hootsuite',
      'buffer',
    ],
  ],
  video: [
    ...['youtube', 'youtube.com', 'youtu.be', 'com.google.android.youtube', 'vimeo', 'vimeo.com', 'dailymotion'],
    ...['dailymotion.com', 'twitch', 'twitch.tv', 'rumble.com', 'odysee.com', 'wistia', 'wistia.com'],
    ...['bilibili', 'bilibili.com', 'iqiyi.com', 'youku.com', 'rutube.ru', 'netflix.com'],
  ],
};

const KIND_OF_ENTRY: ReadonlyMap<string, SiteKind> = new Map(
  (Object.keys(KNOWN_SITES) as SiteKind[]).flatMap((kind) =>
    KNOWN_SITES[kind].map((entry): [string, SiteKind] => [entry, kind]),
  ),
);

/** Matches a host with an ending such as `com`, `de`, `co.uk` and `com.au`. */
const COUNTRY_ENDING = /^(.*?[^.]+)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/;

/** Takes a host or a name, in lower case. The entry for most of it counts: groups.google.com is not a search engine. */
export function siteKindOf(source: string): SiteKind | undefined {
  for (let rest = source; rest !== ''; rest = withoutFirstLabel(rest)) {
    // A name without a dot must be the whole source: the last label of a host is none.
    if (rest !== source && !rest.includes('.')) return undefined;
    const kind = KIND_OF_ENTRY.get(rest) ?? kindInAnyCountry(rest);
    if (kind) return kind;
  }
  return undefined;
}

function kindInAnyCountry(host: string): SiteKind | undefined {
  const [, name] = COUNTRY_ENDING.exec(host) ?? [];
  return name === undefined || name.includes('.') ? undefined : KIND_OF_ENTRY.get(`${name}.*`);
}

function withoutFirstLabel(host: string): string {
  const dot = host.indexOf('.');
  return dot < 0 ? '' : host.slice(dot + 1);
}
