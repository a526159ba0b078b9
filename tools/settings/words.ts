/** What docs/settings.md says of one setting, beside what its schema says. */
export interface Words {
  what: string
  /** How it is written, with its unit where it has one. */
  form: string
  /** What holds while it is unset, where the schema has no default. */
  unset?: string
  /** When a start asks for it. */
  needed?: string
  /** Whoever reads it can do harm: it belongs where secrets are kept, and is in no log. */
  isSecret?: true
}

export type Group = readonly [title: string, settings: Readonly<Record<string, Words>>]

const HTTPS = 'over https'

/** Settings of the place: where it is, what it keeps, who comes in. */
export const PLACE: readonly Group[] = [
  [
    'Where it listens, and what it keeps',
    {
      PORT: { what: 'where the API listens', form: 'port' },
      HOST: { what: 'on which address', form: 'address' },
      PUBLIC_URL: {
        what: 'where people reach it; over https cookies are bound to the host, and the start refuses what must not meet people from outside',
        form: 'address of a site',
        unset: '`http://HOST:PORT`',
      },
      DATA_DIR: {
        what: 'secrets, logs, the embedded database, patients’ documents (encrypted), what stand-ins remember',
        form: 'folder',
        unset: '`.data` of the checkout',
        needed: HTTPS,
      },
      DATABASE_URL: {
        what: 'PostgreSQL 15 or newer; a role that owns its database and is no superuser',
        form: '`postgres://user:password@host:port/database`',
        unset: 'an embedded PostgreSQL 18, by `npm start` alone',
        needed: 'for `npm run api`, `worker` and `migrate`',
        isSecret: true,
      },
      PARTNER: { what: 'which folder of `content/partners`', form: 'name' },
      APP_SECRET: {
        what: 'keys of hashes and derived tokens; changing it signs people out, locks staff’s authenticators, makes every document unreadable and leaves the audit so far without a proof',
        form: '32 bytes, base64url (`npm run secrets`)',
        unset: 'made once, in `DATA_DIR`',
        needed: HTTPS,
        isSecret: true,
      },
      TOKEN_KEY: {
        what: 'signs access tokens',
        form: 'Ed25519 private key, a JWK (`npm run secrets`)',
        unset: 'made once, in `DATA_DIR`',
        needed: HTTPS,
        isSecret: true,
      },
    },
  ],
  [
    'Who comes in, and from where',
    {
      TRUSTED_PROXIES: {
        what: 'what passes requests on to this server and says for whom (`X-Forwarded-For`); [nginx.conf](nginx.conf) is one that works',
        form: 'addresses and ranges, commas between; or how many stand one behind the other; or `none`',
        unset: 'nobody',
        needed: HTTPS,
      },
      DESK_URL: {
        what: 'a host for the desk and its API alone; the app’s answers neither then',
        form: 'address of a site',
        unset: 'the app’s host',
      },
      DESK_ADDRESSES: {
        what: 'who may reach the desk',
        form: 'addresses and ranges, commas between: `10.0.0.0/8, 2001:db8::/32`',
        unset: 'from everywhere',
      },
      PAYMENT_ORIGIN: {
        what: 'another host of this same server, for the card form alone; a proxy must pass its `Host` on',
        form: 'address of a site',
        unset: 'the other name of loopback',
        needed: 'when people reach the server under any other name',
      },
      HELP_ORIGIN: {
        what: 'one more such host, for the page around the help widget; under the app’s own site (`help.` beside `app.`) every browser keeps a chat',
        form: 'address of a site',
        unset: '`help.localhost` on loopback',
        needed: 'where the pack has a help widget',
      },
      PRESCRIPTION_ORIGIN: {
        what: 'one more, for the page around the provider’s module',
        form: 'address of a site',
        unset: '`prescription.localhost` on loopback',
        needed: 'where prescriptions are signed there (Memed)',
      },
      APP_ORIGINS: {
        what: 'where the pages of the native apps come from; only these may call the API from elsewhere',
        form: 'addresses of sites, commas between',
      },
      IOS_APP: {
        what: 'the iPhone app that opens this host’s links',
        form: '`TEAMID.bundle.id`',
        unset: 'links open the browser',
      },
      ANDROID_APP: {
        what: 'the Android app that does',
        form: '`package,SHA-256 fingerprint`, further fingerprints after further commas',
        unset: 'links open the browser',
      },
      NO_SECOND_FACTOR_BECAUSE: {
        what: 'why patients sign in with one step, where a pack has `enableMfa` off',
        form: 'a sentence',
        unset: 'no reason',
        needed: 'over https with such a pack',
      },
      DEMO_IN_PUBLIC: {
        what: 'shows a demo over https, where everybody can read every code and the app says so',
        form: '`yes-everybody-can-read-every-code`',
        unset: 'no demo over https',
      },
    },
  ],
  [
    'Content from elsewhere',
    {
      CONTENT_URL: {
        what: 'a Strapi 5 whose content is served instead ([strapi.md](strapi.md)); it hears nothing of who asks, and may be away',
        form: 'address of a site',
        unset: 'the pack of `PARTNER`',
      },
      CONTENT_TOKEN: {
        what: 'an API token of that Strapi which may read everything',
        form: 'text',
        unset: 'only what it tells everybody, which for ours is nothing',
        isSecret: true,
      },
      CONTENT_FILES_FROM: {
        what: 'other places where that Strapi’s pictures and films lie, such as an S3; only at public addresses',
        form: 'addresses of sites, commas between',
        unset: 'files of `CONTENT_URL` alone',
      },
      CONTENT_WEBHOOK_SECRET: {
        what: 'what its webhook says in `x-content-secret`: a change is seen within two seconds then',
        form: '32 letters or more',
        unset: 'a change there is seen within half a minute',
        isSecret: true,
      },
    },
  ],
  [
    'What is told, and shown to whom',
    {
      LOG_LEVEL: {
        what: 'how much is logged; no line holds anything about a person',
        form: '`silent`, `error`, `warn`, `info`',
      },
      SENTRY_DSN: {
        what: 'hears the class, code, route, trace id and own lines of each unexpected error of app, desk, API and worker, and nothing else (decision 0079)',
        form: '`https://KEY@HOST/PROJECT` of any server that speaks Sentry’s envelopes',
        unset: 'errors are kept for managers, at the desk',
        isSecret: true,
      },
      ENVIRONMENT: {
        what: 'anything but `production` lets accounts that `npm run debug` has marked see the debug banner',
        form: '`production`, `staging`, `development`',
      },
      I18N_DEBUG: { what: '`/language` offers every language of the product', form: '`on`, `off`' },
    },
  ],
]
