import { readdirSync, readFileSync } from 'node:fs'
import { isTooOld } from '@cuida/core/brand/app-version.ts'
import { describe, expect, test } from 'vitest'
import { parseApp, readApp } from './app.ts'
import { linkPrefixes, readRoutes, routePaths, withLinks } from './links.ts'
import { fillPage } from './page.ts'
import { capacitorConfig, partnerFiles } from './projects.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const app = readApp('vida-ligera')
const androidManifest = read('android/app/src/main/AndroidManifest.xml')
const xcodeProject = read('ios/App/App.xcodeproj/project.pbxproj')

describe('links', () => {
  const paths = routePaths(readRoutes())

  test('the routes are read whole: as many paths as guards', () => {
    const guards = readRoutes().match(/\bguard: '/g) ?? []
    expect(paths).toHaveLength(guards.length)
    expect(paths).toEqual(expect.arrayContaining(['/welcome', '/consultations/:id', '/account/create/verify/:token?']))
  })

  test('open the app for the paths of the route manifest and for no others', () => {
    expect(withLinks(androidManifest, linkPrefixes(paths)), 'run: npm run sync -w native').toBe(androidManifest)
  })

  test('a path counts up to its first slash, once, in order', () =>
    expect(linkPrefixes(['/products/:slug', '/account', '/products/:slug/summary'])).toEqual(['/account', '/products']))

  test('are taken from the partner’s own host only, over https, and the system verifies that it is theirs', () => {
    expect(androidManifest).toContain('<intent-filter android:autoVerify="true">')
    expect(androidManifest.match(/android:host="[^"]*"/g)).toEqual(['android:host="@string/link_host"'])
    expect(androidManifest.match(/android:scheme="[^"]*"/g)).toEqual(['android:scheme="https"'])
    expect(read('ios/App/App/App.entitlements').match(/applinks:[^<]*/g)).toEqual(['applinks:$(LINK_HOST)'])
    const files = partnerFiles({ ...app, linkHost: 'links.vida.example' })
    expect(files['android/app/src/main/res/values/partner.xml']).toContain('>links.vida.example<')
    expect(files['ios/partner.xcconfig']).toContain('LINK_HOST = links.vida.example\n')
  })
})

describe('what a patient has on the phone', () => {
  test('goes into no backup, no transfer to another phone, and over no unencrypted line', () => {
    for (const rule of ['allowBackup="false"', 'fullBackupContent="false"', 'usesCleartextTraffic="false"'])
      expect(androidManifest).toContain(`android:${rule}`)
    const rules = read('android/app/src/main/res/xml/data_extraction_rules.xml')
    const kinds = ['root', 'file', 'database', 'sharedpref', 'external']
    for (const kind of kinds) expect(rules.split(`<exclude domain="${kind}" />`)).toHaveLength(3)
    expect(read('ios/App/App/Info.plist')).not.toContain('NSAppTransportSecurity')
    expect(capacitorConfig(app)).toMatchObject({ server: { cleartext: false }, android: { allowMixedContent: false } })
  })

  test('cannot be read with a debugger in a released app, nor in any log', () => {
    const config = capacitorConfig(app)
    expect(config.loggingBehavior).toBe('none')
    expect(JSON.stringify(config)).not.toMatch(/webContentsDebuggingEnabled/)
    expect(androidManifest).not.toContain('debuggable')
    expect(read('ios/debug.xcconfig')).toContain('CAPACITOR_DEBUG')
    expect(partnerFiles(app)['ios/partner.xcconfig']).not.toContain('CAPACITOR_DEBUG')
  })

  test('only the app’s main screen and nothing else of it can be opened by other apps', () =>
    expect(androidManifest.match(/android:exported="true"/g)).toHaveLength(1))
})

test('the pages come from the origins that the API lets in by default', () => {
  const { hostname, androidScheme, iosScheme } = capacitorConfig(app).server
  const origins = [`${iosScheme}://${hostname}`, `${androidScheme}://${hostname}`]
  expect(read('../server/env.ts')).toContain(`'${origins.join(',')}'`)
})

describe('a partner’s app', () => {
  test.each(readdirSync(new URL('../content/partners', import.meta.url)))(
    'of %s is ready to be built, and new enough to be served',
    (partner) => {
      const { minimumSupportedAppVersion } = JSON.parse(read(`../content/partners/${partner}/config.json`))
      for (const os of ['ios', 'android'])
        expect(isTooOld(readApp(partner).version, minimumSupportedAppVersion[os])).toBe(false)
    },
  )

  test('of a partner without one is refused by name', () => expect(() => readApp('nobody')).toThrow('apps/nobody.json'))

  test('has its id, name and version in both projects', () => {
    const files = partnerFiles({
      ...app,
      appId: 'br.bemleve.app',
      appName: "Bem & D'Leve",
      version: '2.10.3',
      build: 41,
    })
    const properties = 'applicationId=br.bemleve.app\nversionCode=41\nversionName=2.10.3\n'
    expect(files['android/partner.properties']).toBe(properties)
    expect(files['android/app/src/main/res/values/partner.xml']).toContain(">Bem &amp; D\\'Leve<")
    for (const line of ['APP_ID = br.bemleve.app', "APP_NAME = Bem & D'Leve", 'APP_VERSION = 2.10.3', 'APP_BUILD = 41'])
      expect(files['ios/partner.xcconfig']).toContain(`${line}\n`)
    for (const name of ['APP_ID', 'APP_VERSION', 'APP_BUILD'])
      expect(xcodeProject.split(`"$(${name})";`)).toHaveLength(3)
    expect(xcodeProject.match(/baseConfigurationReference = \w+ \/\* partner/g)).toHaveLength(1)
  })

  test.each([
    ['an API without https', { apiUrl: 'http://vida.example' }],
    ['an API with a path', { apiUrl: 'https://vida.example/v1' }],
    ['a host with a scheme', { linkHost: 'https://vida.example' }],
    ['a version of two numbers', { version: '1.2' }],
    ['a name over two lines', { appName: 'Vida\nLigera' }],
    ['a reason that Xcode would cut at a comment', { cameraReason: 'Lee https://vida.example' }],
    ['a page of Apple’s store that is elsewhere', { storePage: 'https://apps.example/id1' }],
    ['a page of Google’s store that is elsewhere', { playPage: 'https://play.example/store/apps/details?id=a.b' }],
    ['a page of Google’s store of no app', { playPage: 'https://play.google.com/store/apps' }],
    ['an unknown field', { backup: true }],
  ])('is refused with %s', (_, change) =>
    expect(() => parseApp({ ...app, ...change }, 'app.json')).toThrow(Object.keys(change)[0]),
  )
})

describe('the page', () => {
  const built =
    '<meta http-equiv="content-security-policy" content="%POLICY%" data-script="sha256-abc="><meta name="cuida-app" content="%APP%"><title>%NAME%</title>'
  const policyOf = (html: string) => /content="(default-src[^"]*)"/.exec(html)?.[1] ?? ''

  test('may call its own API, show its card form, run its own script, and nothing else', () => {
    const policy = policyOf(fillPage(built, app))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`connect-src 'self' capacitor://localhost ${app.apiUrl} wss://vida-ligera.example;`)
    expect(policy).toContain(`frame-src ${app.paymentOrigin};`)
    const withChat = { ...app, helpOrigin: 'https://help.vida.example' }
    expect(policyOf(fillPage(built, withChat))).toContain(`frame-src ${app.paymentOrigin} https://help.vida.example;`)
    expect(policy).toContain("script-src 'self' capacitor://localhost 'sha256-abc='")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*/)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types push-worker")
  })

  test('carries the settings as an attribute that no name can leave', () => {
    const html = fillPage(built, { ...app, appName: '"><script>alert(1)</script>' })
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('%')
    expect(html).toContain('&quot;environment&quot;:&quot;development&quot;')
  })

  test('knows the app’s pages in both stores', () => {
    const stores = {
      storePage: 'https://apps.apple.com/app/id1',
      playPage: 'https://play.google.com/store/apps/details?id=a.b&hl=es',
    }
    const html = fillPage(built, parseApp({ ...app, ...stores }, 'app.json'))
    for (const page of Object.values(stores)) expect(html.replaceAll('&amp;', '&')).toContain(page)
  })

  test('of another build is refused: its script would not run', () =>
    expect(() => fillPage('<html></html>', app)).toThrow('--mode native'))
})
