import { expect, test } from 'vitest'
import { FIRST_SOURCES, type Manifest, preloadsOf } from './preloads.ts'

/** Every screen's source; those below have files of interest. */
const sources = Object.values(FIRST_SOURCES).flat()

const build: Manifest = {
  ...Object.fromEntries(sources.map((source) => [source, { file: `assets/${source}.js` }])),
  'index.html': { file: 'assets/index.js', css: ['assets/all.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_welcome.js': { file: 'assets/welcome.js', css: ['assets/welcome.css'], imports: ['_react.js'] },
  'access/sign-in/WelcomeScreen.tsx': { file: 'assets/screen.js', imports: ['_welcome.js'] },
  'catalogue/front-door/FrontDoor.tsx': { file: 'assets/door.js', css: ['assets/door.css'], imports: ['_react.js'] },
  'AuthenticatedApp.tsx': { file: 'assets/inside.js', imports: ['_react.js'] },
  'lazy-routes.ts': { file: 'assets/further.js', imports: ['_react.js'] },
}

test('Welcome preloads its scripts and contains its styles, each once', () => {
  const { welcome, home } = preloadsOf(build)
  expect(welcome.styles).toEqual(['/assets/welcome.css', '/assets/door.css'])
  expect(welcome.links).toContain('<link rel="modulepreload" crossorigin href="/assets/welcome.js">')
  // Hydrated later: its styles are needed for the HTML, its code is not.
  expect(welcome.links).not.toMatch(/react|door\.js/)
  expect(home.links).toContain('<link rel="modulepreload" crossorigin href="/assets/catalogue/HomeScreen.tsx.js">')
})

test('a screen inside the app is preloaded with the chunk that contains it', () => {
  expect(preloadsOf(build).any.links).toBe(
    ['inside', 'further'].map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}.js">`).join(''),
  )
})

test.each(['access/sign-in/WelcomeScreen.tsx', 'AuthenticatedApp.tsx', 'lazy-routes.ts', '_welcome.js'])(
  'a build without %s is refused by that name, not served without styles',
  (name) => {
    const { [name]: _, ...without } = build
    expect(() => preloadsOf(without)).toThrow(`"${name}"`)
  },
)
