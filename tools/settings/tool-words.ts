import type { Words } from './words.ts'

/** A setting that no schema declares: its default stands here. */
export type ToolWords = Words & { by: string }

/** What tools, tests and measurements read, and what is read before our programs are. */
export const TOOLS: readonly [title: string, settings: Readonly<Record<string, ToolWords>>] = [
  'Tools, tests and measurements',
  {
    NODE_OPTIONS: {
      what: 'Node’s own; with a `--max-old-space-size` in it that one bounds the API’s heap',
      form: 'flags',
      unset: 'the API’s heap has 256 MB',
      by: 'Node',
    },
    NODE_COMPILE_CACHE: {
      what: 'where Node keeps what it compiled',
      form: 'folder',
      unset: '`node_modules/.cache/node`',
      by: 'Node',
    },
    CHROMIUM_PATH: {
      what: 'the browser of journeys and measurements',
      form: 'file',
      unset: 'the machine’s, else one is fetched',
      by: 'npm test, npm run bench',
    },
    E2E_PICTURES: {
      what: 'journeys leave pictures of every screen in `e2e/.screens`',
      form: '`1`',
      unset: 'none',
      by: 'journeys',
    },
    E2E_TRACE: {
      what: 'traces of journeys that failed show the page as it was at each step',
      form: '`1`',
      unset: 'without',
      by: 'journeys',
    },
    E2E_REPORT: { what: 'where a machine’s report of the journeys goes', form: 'file', unset: 'none', by: 'npm test' },
    E2E_DATABASE_URL: {
      what: 'the server on which journeys make their databases',
      form: '`postgres://…`',
      unset: 'set by `npm test`',
      isSecret: true,
      by: 'journeys',
    },
    TEST_DATABASE_URL: {
      what: 'a server on which tests may make databases',
      form: '`postgres://…`',
      unset: 'one is started for them',
      isSecret: true,
      by: 'vitest, npm run bite',
    },
    NIGHTLY: {
      what: 'races and models run all their rounds',
      form: '`1`',
      unset: 'a tenth, or so',
      by: 'npm run test:all',
    },
    TEST_GATE: { what: 'runs only the tests of the gate', form: '`1`', unset: 'all that are named', by: 'npm test' },
    FUZZ_REQUESTS: {
      what: 'how many requests `server/testing/fuzz.test.ts` makes up',
      form: 'number',
      unset: '2,000, in the gate 200',
      by: 'vitest',
    },
    FUZZ_SEED: { what: 'makes up the same ones again', form: 'number', unset: '1', by: 'vitest' },
    BAD_NETWORK: {
      what: '`e2e/bad-network.spec.ts` is cut off for 84 seconds, too',
      form: '`long`',
      unset: 'short cuts alone',
      by: 'journeys',
    },
    CUT_ROUNDS: {
      what: 'how often the database hangs up in `npm run bench cuts`',
      form: 'number',
      unset: '50, in tests fewer',
      by: 'npm run bench, vitest',
    },
    HOSTILE_POLLS: {
      what: 'how many questions `npm run bench hostile` asks',
      form: 'number',
      unset: '100,000',
      by: 'npm run bench',
    },
    STRAPI_URL: {
      what: 'the Strapi that `npm run strapi:import` fills',
      form: 'address of a site',
      unset: '`http://127.0.0.1:1337`',
      by: 'npm run strapi:import',
    },
    STRAPI_TOKEN: {
      what: 'an API token of it with full access',
      form: 'text',
      unset: 'none',
      needed: 'for the import',
      isSecret: true,
      by: 'npm run strapi:import',
    },
    CUIDA_WEBHOOK_URL: {
      what: 'where that Strapi tells us of every change: `PUBLIC_URL` and `/v1/content/changed`',
      form: 'address',
      unset: 'a webhook that was made by hand stays',
      by: 'Strapi',
    },
    CUIDA_WEBHOOK_SECRET: {
      what: 'our `CONTENT_WEBHOOK_SECRET`',
      form: 'text',
      unset: 'none',
      isSecret: true,
      by: 'Strapi',
    },
    TWINS_PORT: { what: 'where the stand-ins listen', form: 'port', unset: 'set by `npm start`', by: 'stand-ins' },
    TWINS_HOST: { what: 'on which address', form: 'address', unset: '`127.0.0.1`', by: 'stand-ins' },
    TWINS_SMTP_PORT: {
      what: 'where the stand-in of the mail server listens',
      form: 'port',
      unset: 'set by `npm start`, while `SMTP_URL` is not',
      by: 'stand-ins',
    },
    WEBHOOK_ORIGIN: {
      what: 'where stand-ins send their notifications',
      form: 'address of a site',
      unset: '`PUBLIC_URL`',
      by: 'stand-ins',
    },
  },
]
