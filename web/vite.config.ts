import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { answersLeftOut } from './vite/answers.ts'
import { compressed } from './vite/compressed.ts'
import { anyOf, everyNameIsFound, within } from './vite/named.ts'
import { nativePage, startWords } from './vite/native.ts'

const npm = (...names: string[]) => within('node_modules', ...names)
/** Named by the path, as one package's modules are of two groups. */
const path = (name: string, test: RegExp) => [{ name, test }]

const REACT = [npm('react', 'react-dom', 'scheduler'), npm('wouter', 'regexparam', '@lingui', '@messageformat')]
/** What stands around every screen, and the way to the server. */
const SHELL = [
  within('ui', 'Alert', 'Button', 'ErrorState', 'Icon', 'Link', 'ProgressBar', 'Screen', 'Skeleton', 'Spinner', 'lazy'),
  within(
    'ui',
    'RestartOnError',
    'Toast',
    'TraceId',
    'VisuallyHidden',
    'faults/report',
    'tokens',
    'words/basic',
    'words/failure-words',
    'words/words',
  ),
  within('ui/client', 'call-failed', 'exchange', 'files', 'network', 'request', 'send', 'server-clock'),
  within('ui/client/session', 'remembered', 'session', 'storage', 'tabs'),
  within('web', 'account-routes', 'app', 'document-routes', 'route', 'routes', 'screens', 'support-routes'),
  within('web/access/sign-in', 'known-phone', 'phone', 'reasons'),
  within('web/invite', 'kept'),
  within(
    'web/kit',
    'frame/AppFrame',
    'frame/Brand',
    'failure/FailureAlert',
    'api',
    'navigation/back',
    'session/bfcache',
    'content/boot',
  ),
  within(
    'web/kit',
    'navigation/match',
    'measured',
    'navigation/navigation',
    'content/partner',
    'running-booking',
    'navigation/screens',
    'session/signed-in',
    'content/words',
  ),
  within('web/platform', 'page-ticket', 'platform', 'web'),
  within('web/kit', 'chat-key'),
  within('core', 'brand/without', 'kit/date-formats', 'kit/puzzle'),
  // What fetches a screen's files side by side; Vite's own.
  path('vite/preload-helper', /vite\/preload-helper/),
]
const WELCOME = [
  within('ui', 'Field', 'PasswordInput', 'PhoneInput', 'forms'),
  within('web/access/sign-in', 'WelcomeForm', 'WelcomeScreen', 'use-phone-account'),
  within('web/kit', 'content/countries'),
]
/** How calls are declared: Welcome needs it once a person types, everything inside from the start. */
const CONTRACT = [npm('valibot'), within('core/kit', 'assumptions', 'call', 'moves', 'shapes', 'text-length')]
const INSIDE = [
  // Endless lists and what a press sends are of screens further in.
  path(
    '@tanstack',
    /\/node_modules\/@tanstack\/(?!.*\/(infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js)/,
  ),
  within('ui', 'Card', 'ListRow', 'TabBar'),
  within('web', 'after-sign-out', 'inside'),
  within('web/access/sign-in', 'arrival', 'continue-path'),
  within('core/access', 'session/session-api', 'people/person-kinds'),
  within('web/kit', 'frame/Tabs', 'frame/debug', 'family', 'ongoing', 'reads', 'session/session'),
  within('web/catalogue', 'Drawing', 'HomeScreen', 'OngoingCard', 'product/ProductRows', 'content', 'ongoing-card'),
  within('web/catalogue', 'list-queries', 'sections', 'Team', 'use-now'),
  within('core/catalogue', 'product/product-summary'),
  within('core/consultation', 'consultation-summary', 'list-api', 'status/status'),
  within(
    'core',
    'booking/cart/contact-method',
    'brand/locale',
    'brand/strapi',
    'profile/account/api',
    'profile/account/profile',
  ),
  within('core/subscription', 'subscribed'),
  within('ui/client', 'reads/read-key', 'reads/use-read', 'until-answered'),
  within('core/kit', 'polling'),
  within('web/kit', 'frame/every-page'),
]

/** What Home does without and most screens behind it share: one file, once, in place of a small one for each. */
const FURTHER = [
  path('@tanstack/*/useMutation', /\/node_modules\/@tanstack\/.*\/(mutationObserver|useMutation)\.js/),
  within('ui/client', 'hints', 'reads/asked-again', 'reads/keep-answer', 'reads/use-deed'),
  within('ui/words', 'format', 'partial-date'),
  within('ui', 'Avatar', 'EmptyState', 'Loaded', 'StatusChip'),
  within(
    'web/kit',
    'frame/Prose',
    'contact',
    'content/digest',
    'content/hints',
    'deeds',
    'navigation/once',
    'save-file',
  ),
  within('web/brand', 'consent/choice', 'consent/use-choice', 'measuring/visitor'),
  within('web/catalogue', 'queries'),
  within('core/catalogue', 'api', 'hours', 'product/product', 'product/question'),
  within('core/kit', 'zone'),
  within('core/booking', 'cart/cart'),
  within('core/brand', 'consent/consent', 'consent/consent-api', 'holiday'),
]

/** What forms are made of, and what the steps at the door and the screens of an account share. */
const FORM = [
  within('ui', 'Checkbox', 'ChoiceRow', 'CodeInput', 'DateOfBirth', 'DescriptionList', 'Dialog', 'ErrorSummary'),
  within('ui', 'FormDialog', 'RadioGroup', 'Select', 'TextArea', 'TextInput'),
  within('web/kit', 'FormDialog'),
]
const ACCOUNT = [
  within('core', 'access', 'brand/channel', 'kit/push-browser', 'news', 'profile'),
  within('web/access', 'code/CodeForm', 'code/masked-number', 'recovery/password-rules', 'code/resend'),
  within('web/access/registration', 'PersonFields', 'field-problem', 'profile-draft', 'registration'),
  within('web/access/session', 'StepLost', 'signed'),
  within('web/access/sign-in', 'sign-in'),
  within('web/access/sign-in', 'known-phone', 'typed-phone'),
  within('web/profile', 'account/problem-words', 'field-refusals'),
]

/** A few files instead of forty for what the first screens need: small pieces compress badly and each costs a request. */
const GROUPS = { REACT, SHELL, WELCOME, CONTRACT, INSIDE, FURTHER, FORM, ACCOUNT }
const FIRST_SCREENS = Object.entries(GROUPS).map(([name, named], place, all) => ({
  name: name.toLowerCase(),
  test: anyOf(...named),
  priority: all.length - place,
  includeDependenciesRecursively: false,
}))

const ofTheWeb = [compressed(), everyNameIsFound(Object.values(GROUPS).flat(2))]

/** On a phone the files are at hand; there the native entry must run before anything of the app does. */
function optionsOf(kind: string) {
  // The page that is rendered beforehand names the same files as the app that takes it over.
  if (kind === 'server') return { input: 'entry-server.tsx', output: { assetFileNames: 'assets/[hash:7][extname]' } }
  if (kind === 'native') return {}
  // Every screen's file is named in the first script: a hash is enough there, and the manifest says what it holds. Of seven
  // characters: that a file of a build has the name of another that somebody kept is less than one chance in a million builds.
  const names = { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]' }
  return { output: { ...names, codeSplitting: { groups: FIRST_SCREENS } } }
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), answersLeftOut(), ...(mode === 'native' ? [nativePage()] : isSsrBuild ? [] : ofTheWeb)],
  define: mode === 'native' ? { __START_WORDS__: JSON.stringify(startWords()) } : {},
  build: {
    outDir: mode === 'native' ? 'dist/native' : isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    // Which files a screen is made of: for the pages that name them beforehand (server/pages/preloads.ts), and for tools/built.ts.
    manifest: !isSsrBuild && mode !== 'native',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: optionsOf(isSsrBuild ? 'server' : mode),
  },
  // React has this itself since 18; the stand-in for older ones is a file more that nobody needs.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  ssr: { noExternal: true },
  css: { modules: { generateScopedName: '[hash:base64:6]' } },
}))
