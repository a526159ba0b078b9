import { expect, test } from 'vitest'
import { type Manifest, preloadsOf } from './preloads.ts'

const build: Manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/all.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_welcome.js': { file: 'assets/welcome.js', css: ['assets/welcome.css'], imports: ['_react.js'] },
  'access/sign-in/WelcomeScreen.tsx': { file: 'assets/screen.js', imports: ['_welcome.js'] },
  'catalogue/front-door/FrontDoor.tsx': { file: 'assets/door.js', css: ['assets/door.css'], imports: ['_react.js'] },
  'AuthenticatedApp.tsx': { file: 'assets/inside.js', imports: ['_react.js'] },
  'lazy-routes.ts': { file: 'assets/further.js', imports: ['_react.js'] },
}

test('Welcome preloads its styles and scripts, each once', () => {
  const { '/welcome': links, '/home': home } = preloadsOf(build)
  expect(links).toContain('<link rel="stylesheet" crossorigin href="/assets/welcome.css">')
  expect(links).toContain('<link rel="modulepreload" crossorigin href="/assets/welcome.js">')
  // Hydrated later: its styles are needed for the HTML, its code is not.
  expect(links).toContain('/assets/door.css')
  expect(links).not.toMatch(/react|all\.css|door\.js/)
  expect(home).toBe('<link rel="modulepreload" crossorigin href="/assets/inside.js">')
})

test('a screen inside the app is preloaded with the chunk that contains it', () => {
  const { '/app': links } = preloadsOf(build)
  expect(links).toBe(
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
