import * as v from 'valibot'
import { dataFolder } from './data-folder.mjs'
import { readSecretKeys, readTokenKeys } from './kit/crypto/keys.ts'
import { documentStoreProblems } from './kit/document-store-settings.ts'
import { type Dsn, readDsn } from './kit/error-reports/dsn.ts'
import { type AddressRanges, readRanges } from './kit/limit/address-range.ts'
import { readTrust } from './kit/limit/trusted-proxies.ts'
import { PROVIDER_SETTINGS, ProviderEntries } from './kit/provider-settings.ts'
import {
  Count,
  Origin,
  optionalSetting,
  Port,
  Seconds,
  Secret,
  setting,
  settingNotes,
  Text,
  Url,
} from './kit/setting.ts'
import { type OwnHosts, originProblems, originsOf } from './origins.ts'
import { DEMO_IN_PUBLIC, settingProblems } from './production.ts'

/** An unreadable list of ranges is an error. */
const Ranges = v.pipe(
  v.string(),
  v.transform(readRanges),
  v.custom<AddressRanges>((ranges) => ranges !== undefined),
)
const originsMatching = (origin: RegExp) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((item) => item.trim())),
    v.array(v.pipe(v.string(), v.regex(origin))),
    v.metadata({ form: 'comma-separated origins' }),
  )

const OVER_HTTPS = { required: 'over https' }
const NO_LINKS = { unset: 'links open the browser' }
const NO_TURN = { unset: 'browsers connect directly' }

const BASICS = {
  PORT: v.optional(setting(Port, 'the port that the API listens on'), '3000'),
  WORKER_PORT: optionalSetting(Port, 'the port on which the worker answers `/healthz` and `/readyz`', {
    unset: 'the worker opens no port',
  }),
  DRAIN_SECONDS: optionalSetting(
    Seconds,
    'how long an API serves on after SIGTERM while `/readyz` answers 503, so that proxies send requests elsewhere',
    { unset: '5 over https, otherwise 0' },
  ),
  HOST: v.optional(setting(Text, 'the address that the API listens on', { form: 'address' }), '127.0.0.1'),
  PUBLIC_URL: optionalSetting(
    Url,
    'where people reach the server, in links, provider redirects and cookies; over https cookies are bound to the host, and the server refuses to start with anything unfit for the public',
    { unset: '`http://HOST:PORT`' },
  ),
  DATA_DIR: v.optional(
    setting(
      v.pipe(
        v.string(),
        v.transform((folder) => dataFolder(folder)),
      ),
      'secrets, logs, the embedded database, patients’ documents (encrypted) and the state of the simulators',
      { ...OVER_HTTPS, form: 'folder', unset: '`.data` of the checkout' },
    ),
    '',
  ),
  DATABASE_URL: setting(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//)),
    'PostgreSQL 15 or newer; a role that is no superuser',
    {
      form: '`postgres://user:password@host:port/database`',
      isSecret: true,
      unset: 'an embedded PostgreSQL 18, by `npm start` alone',
      required: 'for `npm run api`, `worker` and `migrate`',
    },
  ),
  DATABASE_POOL: optionalSetting(
    Count,
    'the database connections of this process, beside the one that listens for changes ([limits.md](limits.md))',
    { unset: '12 for the API, 6 for the worker' },
  ),
  LOAD_SHEDDING: v.optional(
    setting(
      v.picklist(['on', 'off']),
      'whether an overloaded API refuses reads before bookings ([limits.md](limits.md)); `off` where something before it does so',
    ),
    'on',
  ),
  DATABASE_OWNER_URL: optionalSetting(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//)),
    'for `migrate` alone: the role that owns the tables; the role of `DATABASE_URL` then only uses them, and can neither define anything nor change the audit log',
    {
      form: '`postgres://user:password@host:port/database`',
      isSecret: true,
      unset: 'the role of `DATABASE_URL` owns them',
    },
  ),
  PARTNER: v.optional(
    setting(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)), 'the folder of `content/partners`', { form: 'name' }),
    'vida-ligera',
  ),
  APP_SECRET: setting(
    v.pipe(
      v.string(),
      v.check((text) => readSecretKeys(text) !== undefined),
    ),
    'keys of encryption, hashes and derived tokens: the first one is used, the others are still accepted; replace a key step by step ([keys.md](keys.md)), since its loss signs people out, disables authenticators and makes every document unreadable',
    {
      ...OVER_HTTPS,
      form: '`ID:KEY,ID:KEY` with 32 bytes as base64url each (`npm run secrets`)',
      isSecret: true,
      unset: 'generated once, in `DATA_DIR`',
    },
  ),
  TOKEN_KEY: setting(
    v.pipe(
      v.string(),
      v.check((text) => readTokenKeys(text) !== undefined),
    ),
    'keys that sign access tokens: the first one signs, the others are still accepted ([keys.md](keys.md))',
    {
      ...OVER_HTTPS,
      form: '`ID:KEY,ID:KEY` with the 32 bytes of an Ed25519 private key as base64url each, or one JWK (`npm run secrets`)',
      isSecret: true,
      unset: 'generated once, in `DATA_DIR`',
    },
  ),
}

const ACCESS = {
  TRUSTED_PROXIES: optionalSetting(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => readTrust(text) !== undefined),
    ),
    'proxies whose `X-Forwarded-For` names the client; [nginx.conf](../deploy/nginx.conf) is one that works',
    {
      ...OVER_HTTPS,
      form: 'comma-separated addresses and ranges, or the number of proxies in a row, or `none`',
      unset: 'none',
    },
  ),
  DESK_URL: optionalSetting(Origin, 'a host for the desk and its API alone; the app’s host then answers neither', {
    unset: 'the app’s host',
  }),
  DESK_ADDRESSES: optionalSetting(Ranges, 'the client addresses that may reach the desk', {
    form: 'comma-separated addresses and ranges: `10.0.0.0/8, 2001:db8::/32`',
    unset: 'all',
  }),
  PAYMENT_ORIGIN: optionalSetting(
    Origin,
    'another host of this server, for the card form alone; a proxy must pass its `Host` on',
    { unset: 'the other name of loopback', required: 'when people reach the server under any other name' },
  ),
  HELP_ORIGIN: optionalSetting(
    Origin,
    'another host of this server, for the page around the help widget; under the app’s own site (`help.` beside `app.`) every browser keeps a chat',
    { unset: '`help.localhost` on loopback', required: 'where the content has a help widget' },
  ),
  PRESCRIPTION_ORIGIN: optionalSetting(
    Origin,
    'another host of this server, for the page around the prescription provider’s module',
    { unset: '`prescription.localhost` on loopback', required: 'where prescriptions are signed there (Memed)' },
  ),
  APP_ORIGINS: v.optional(
    setting(
      originsMatching(/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d{1,5})?$/),
      'where the pages of the native apps come from (iOS, Android); no other foreign origin may call the API',
    ),
    'capacitor://localhost,https://localhost',
  ),
  IOS_APP: optionalSetting(
    v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}\.[\w.-]+$/)),
    'the iPhone app that opens this host’s links and may use its passkeys',
    { ...NO_LINKS, form: '`TEAMID.bundle.id`' },
  ),
  ANDROID_APP: optionalSetting(
    v.pipe(v.string(), v.regex(/^[\w.]+(,([0-9A-F]{2}:){31}[0-9A-F]{2})+$/)),
    'the Android app that opens this host’s links and may use its passkeys',
    { ...NO_LINKS, form: '`package,SHA-256 fingerprint`, further fingerprints after further commas' },
  ),
  WEBHOOKS_TO_LOOPBACK: v.optional(
    setting(
      v.picklist(['on', 'off']),
      'whether webhooks may go to http addresses of this machine, to try out a receiver; refused over https',
    ),
    'off',
  ),
  NO_SECOND_FACTOR_BECAUSE: optionalSetting(
    v.pipe(v.string(), v.trim(), v.minLength(10)),
    'why patients sign in with one step, where the content has `enableMfa` off',
    { form: 'a sentence', unset: 'no reason', required: 'over https with such content' },
  ),
  DEMO_IN_PUBLIC: optionalSetting(
    v.literal(DEMO_IN_PUBLIC),
    'allows a demo with simulators over https, where everybody can read every code and the app says so',
    { form: `\`${DEMO_IN_PUBLIC}\``, unset: 'no demo over https' },
  ),
}

const CONTENT = {
  CONTENT_URL: optionalSetting(
    Url,
    'a Strapi 5 whose content is served instead ([strapi.md](strapi.md)); it receives nothing about clients, and may be away',
    { unset: 'the content of `PARTNER`' },
  ),
  CONTENT_TOKEN: optionalSetting(Secret, 'a read-only API token of that Strapi, for everything', {
    unset: 'public content only, of which our Strapi has none',
  }),
  CONTENT_FILES_FROM: optionalSetting(
    originsMatching(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/),
    'further origins of that Strapi’s files, such as an S3; only at public addresses',
    { unset: 'files of `CONTENT_URL` alone' },
  ),
  CONTENT_WEBHOOK_SECRET: optionalSetting(
    v.pipe(Secret, v.minLength(32)),
    'the `x-content-secret` header of its webhook, which makes a change visible within two seconds',
    { form: '32 characters or more', unset: 'a change is visible within half a minute' },
  ),
}

const ON_DISK = { unset: 'documents stay in `DATA_DIR`' }
const WITH_BUCKET = { ...ON_DISK, required: 'with `DOCUMENTS_S3_URL`' }

const DOCUMENTS = {
  DOCUMENTS_S3_URL: optionalSetting(
    v.pipe(Url, v.regex(/^https?:\/\/[^/?#@]+(\/[^/?#]*)?\/?$/)),
    'the bucket of an S3-compatible store for patients’ documents, which are encrypted before they are sent; for the API on several machines ([documents.md](documents.md))',
    { ...ON_DISK, form: '`https://host/bucket` or `https://bucket.host`' },
  ),
  DOCUMENTS_S3_REGION: optionalSetting(Text, 'the region of the bucket', WITH_BUCKET),
  DOCUMENTS_S3_KEY_ID: optionalSetting(Text, 'the id of the access key', WITH_BUCKET),
  DOCUMENTS_S3_SECRET_KEY: optionalSetting(Secret, 'the secret of the access key', WITH_BUCKET),
  DOCUMENTS_STORE: optionalSetting(
    v.picklist(['disk', 's3']),
    'where new documents go; the other store is still read, and `npm run move-documents` empties it',
    { unset: '`s3` with `DOCUMENTS_S3_URL`, otherwise `disk`' },
  ),
}

const DIAGNOSTICS = {
  LOG_LEVEL: v.optional(
    setting(
      v.picklist(['silent', 'error', 'warn', 'info']),
      'how much is logged; no line holds anything about a person',
    ),
    'info',
  ),
  SENTRY_DSN: optionalSetting(
    v.pipe(
      v.string(),
      v.transform(readDsn),
      v.custom<Dsn>((dsn) => dsn !== undefined),
    ),
    'receives the class, code, route, trace id and own stack lines of each unexpected error of app, desk, API and worker, and nothing else (decision 0079)',
    {
      form: '`https://KEY@HOST/PROJECT` of any server that reads Sentry’s envelopes',
      isSecret: true,
      unset: 'errors are kept for managers, at the desk',
    },
  ),
  METRICS_PORT: optionalSetting(
    Port,
    'the port on which this process answers `GET /metrics` for Prometheus; API and worker need one each (with `npm start` the worker’s is the next one)',
    { unset: 'no metrics' },
  ),
  METRICS_HOST: optionalSetting(Text, 'the address of that port', { form: 'address', unset: '`HOST`' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalSetting(
    Url,
    'a collector that receives metrics and traces by OpenTelemetry’s protocol over HTTP; none of them holds anything about a person (decision 0190)',
    { unset: 'neither is sent' },
  ),
  ENVIRONMENT: v.optional(
    setting(
      v.picklist(['production', 'staging', 'development']),
      'outside `production`, accounts marked by `npm run debug` see the debug banner',
    ),
    'production',
  ),
  I18N_DEBUG: v.optional(
    setting(v.picklist(['on', 'off']), '`/language` offers every language of the product, to try out translations'),
    'off',
  ),
}

const CALLS = {
  TURN_URLS: optionalSetting(Text, 'coturn’s addresses, for calls between two networks', {
    ...NO_TURN,
    form: 'comma-separated `turn:…`',
    required: 'with `TURN_SECRET`',
  }),
  TURN_SECRET: optionalSetting(Secret, 'the secret shared with coturn', { ...NO_TURN, required: 'with `TURN_URLS`' }),
  TURN_RELAY: v.optional(
    setting(
      v.picklist(['nobody', 'patients', 'everyone']),
      'whose media goes through TURN alone, which hides their address from the other side; needs the two above',
    ),
    'nobody',
  ),
}

const Env = v.object({ ...BASICS, ...ACCESS, ...CONTENT, ...DOCUMENTS, ...DIAGNOSTICS, ...ProviderEntries, ...CALLS })

/** Every setting by section of docs/settings.md, which is generated from this object. */
export const SETTING_SECTIONS = {
  'Addresses, data and secrets': BASICS,
  'Hosts and access': ACCESS,
  'Remote content': CONTENT,
  'Documents on S3': DOCUMENTS,
  'Logs and diagnostics': DIAGNOSTICS,
  ...PROVIDER_SETTINGS,
  'Video calls': CALLS,
}

/** tools/settings.test.ts checks that every setting is read somewhere. */
export const ENV_SETTINGS: readonly string[] = Object.keys(Env.entries)

/** The settings whose value is secret, or contains one. */
export const SECRET_SETTINGS: readonly string[] = Object.entries(Env.entries).flatMap(([name, schema]) =>
  settingNotes(schema).isSecret ? [name] : [],
)

export type Env = Omit<v.InferOutput<typeof Env>, keyof OwnHosts> & OwnHosts & { PUBLIC_URL: string }

/**
 * Reads and validates the settings. Throws one error with a sentence for each invalid setting; it never contains a
 * value.
 */
export function readEnv(source: Given): Env {
  const { env, problems } = checkEnv(source)
  if (!env) throw new Error(problems.join('\n'))
  return env
}

const NO_DSN =
  'SENTRY_DSN is invalid: it must have the form https://KEY@HOST/PROJECT, where PROJECT is a number. Without it, errors are kept for managers at the desk.'

/** Keys are malformed in ways that a name alone does not explain. */
const KEY_PROBLEMS: Record<string, { read: (text: string) => unknown; sentence: string }> = {
  APP_SECRET: {
    read: readSecretKeys,
    sentence:
      'APP_SECRET is invalid: it must have the form ID:KEY,ID:KEY, where each KEY is at least 32 bytes as base64url and no ID repeats (docs/keys.md).',
  },
  TOKEN_KEY: {
    read: readTokenKeys,
    sentence:
      'TOKEN_KEY is invalid: it must have the form ID:KEY,ID:KEY, where each KEY is the 32 bytes of an Ed25519 private key as base64url and no ID repeats, or be one JWK of such a key (docs/keys.md).',
  },
}

type Given = Record<string, string | undefined>

/** The settings, or every problem that prevents the start. */
export function checkEnv(source: Given): { env?: Env; problems: string[] } {
  const problems = settingProblems(source)
  const result = v.safeParse(Env, source)
  if (source.SENTRY_DSN !== undefined && !readDsn(source.SENTRY_DSN)) problems.push(NO_DSN)
  for (const [name, { read, sentence }] of Object.entries(KEY_PROBLEMS))
    if (source[name] && !read(source[name])) problems.push(sentence)
  if (!result.success) {
    const names = new Set(result.issues.map((issue) => String(issue.path?.[0]?.key)))
    const unexplained = [...names].filter((name) => !problems.some((problem) => problem.startsWith(`${name} `)))
    if (unexplained.length > 0) problems.push(`These settings are missing or malformed: ${unexplained.join(', ')}`)
    return { problems: [...problems, ...originProblems(source)] }
  }
  const { PUBLIC_URL = `http://${result.output.HOST}:${result.output.PORT}`, ...rest } = result.output
  if (rest.TURN_RELAY !== 'nobody' && !(rest.TURN_SECRET && rest.TURN_URLS))
    problems.push('TURN_RELAY needs TURN_SECRET and TURN_URLS')
  problems.push(...documentStoreProblems(rest), ...originProblems({ ...rest, PUBLIC_URL }))
  if (problems.length > 0) return { problems }
  return { env: { ...rest, PUBLIC_URL, ...originsOf({ ...rest, PUBLIC_URL }) }, problems }
}
