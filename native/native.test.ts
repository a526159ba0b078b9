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

describe('app links', () => {
  const paths = routePaths(readRoutes())

  test('every route of the route table is read', () => {
    const guards = readRoutes().match(/\bguard: '/g) ?? []
    expect(paths).toHaveLength(guards.length)
    expect(paths).toEqual(expect.arrayContaining(['/welcome', '/consultations/:id', '/account/create/verify/:token?']))
  })

  test('links open the app for the paths of the route table and for no others', () => {
    expect(withLinks(androidManifest, linkPrefixes(paths)), 'run: npm run sync -w native').toBe(androidManifest)
  })

  test('a prefix is the first segment of a path, without duplicates and sorted', () =>
    expect(linkPrefixes(['/products/:slug', '/account', '/products/:slug/summary'])).toEqual(['/account', '/products']))

  test('links are accepted only from the partner’s own host over https, and the system verifies the host', () => {
    expect(androidManifest).toContain('<intent-filter android:autoVerify="true">')
    expect(androidManifest.match(/android:host="[^"]*"/g)).toEqual(['android:host="@string/link_host"'])
    expect(androidManifest.match(/android:scheme="[^"]*"/g)).toEqual(['android:scheme="https"'])
    expect(read('ios/App/App/App.entitlements').match(/applinks:[^<]*/g)).toEqual(['applinks:$(LINK_HOST)'])
    const files = partnerFiles({ ...app, linkHost: 'links.vida.example' })
    expect(files['android/app/src/main/res/values/partner.xml']).toContain('>links.vida.example<')
    expect(files['ios/partner.xcconfig']).toContain('LINK_HOST = links.vida.example\n')
  })

  test('the same host’s passkeys are the app’s, and the plugin writes no host into the projects', () => {
    expect(read('ios/App/App/App.entitlements')).toContain('<string>webcredentials:$(LINK_HOST)</string>')
    expect(androidManifest).toContain('android:name="asset_statements" android:resource="@string/asset_statements"')
    expect(
      partnerFiles({ ...app, linkHost: 'links.vida.example' })['android/app/src/main/res/values/partner.xml'],
    ).toContain(String.raw`>[{\"include\":\"https://links.vida.example/.well-known/assetlinks.json\"}]<`)
    expect(capacitorConfig(app).plugins.CapacitorPasskey).toEqual({ autoShim: false })
  })
})

describe('patient data on the phone', () => {
  test('patient data goes into no backup, no device transfer and no unencrypted connection', () => {
    for (const rule of ['allowBackup="false"', 'fullBackupContent="false"', 'usesCleartextTraffic="false"'])
      expect(androidManifest).toContain(`android:${rule}`)
    const rules = read('android/app/src/main/res/xml/data_extraction_rules.xml')
    const kinds = ['root', 'file', 'database', 'sharedpref', 'external']
    for (const kind of kinds) expect(rules.split(`<exclude domain="${kind}" />`)).toHaveLength(3)
    expect(read('ios/App/App/Info.plist')).not.toContain('NSAppTransportSecurity')
    expect(capacitorConfig(app)).toMatchObject({ server: { cleartext: false }, android: { allowMixedContent: false } })
  })

  test('a released app cannot be debugged and logs nothing', () => {
    const config = capacitorConfig(app)
    expect(config.loggingBehavior).toBe('none')
    expect(JSON.stringify(config)).not.toMatch(/webContentsDebuggingEnabled/)
    expect(androidManifest).not.toContain('debuggable')
    expect(read('ios/debug.xcconfig')).toContain('CAPACITOR_DEBUG')
    expect(partnerFiles(app)['ios/partner.xcconfig']).not.toContain('CAPACITOR_DEBUG')
  })

  test('other apps can open only the main screen', () =>
    expect(androidManifest.match(/android:exported="true"/g)).toHaveLength(1))
})

test('the pages come from the origins that the API allows by default', () => {
  const { hostname, androidScheme, iosScheme } = capacitorConfig(app).server
  const origins = [`${iosScheme}://${hostname}`, `${androidScheme}://${hostname}`]
  expect(read('../server/env.ts')).toContain(`'${origins.join(',')}'`)
})

describe('a partner’s app settings', () => {
  test.each(readdirSync(new URL('../content/partners', import.meta.url)))(
    'the app of %s is ready to build and new enough for the server',
    (partner) => {
      const { minimumSupportedAppVersion } = JSON.parse(read(`../content/partners/${partner}/config.json`))
      for (const os of ['ios', 'android'])
        expect(isTooOld(readApp(partner).version, minimumSupportedAppVersion[os])).toBe(false)
    },
  )

  test('a partner without an app is refused by name', () => expect(() => readApp('nobody')).toThrow('apps/nobody.json'))

  test('both projects contain its id, name and version', () => {
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
    ['a version with two numbers', { version: '1.2' }],
    ['a name with a line break', { appName: 'Vida\nLigera' }],
    ['a reason that Xcode would cut at a comment', { cameraReason: 'Lee https://vida.example' }],
    ['an App Store page on another host', { storePage: 'https://apps.example/id1' }],
    ['a Google Play page on another host', { playPage: 'https://play.example/store/apps/details?id=a.b' }],
    ['a Google Play page without an app', { playPage: 'https://play.google.com/store/apps' }],
    ['an unknown field', { backup: true }],
  ])('settings are refused with %s', (_, change) =>
    expect(() => parseApp({ ...app, ...change }, 'app.json')).toThrow(Object.keys(change)[0]),
  )
})

describe('the page of the native app', () => {
  const built =
    '<meta http-equiv="content-security-policy" content="%POLICY%" data-script="sha256-abc="><meta name="cuida-app" content="%APP%"><title>%NAME%</title>'
  const policyOf = (html: string) => /content="(default-src[^"]*)"/.exec(html)?.[1] ?? ''

  test('the page may call its own API, frame its card form and run its own script, and nothing else', () => {
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

  test('the page carries the settings as an escaped attribute', () => {
    const html = fillPage(built, { ...app, appName: '"><script>alert(1)</script>' })
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('%')
    expect(html).toContain('&quot;environment&quot;:&quot;development&quot;')
  })

  test('the page knows the app’s pages in both stores', () => {
    const stores = {
      storePage: 'https://apps.apple.com/app/id1',
      playPage: 'https://play.google.com/store/apps/details?id=a.b&hl=es',
    }
    const html = fillPage(built, parseApp({ ...app, ...stores }, 'app.json'))
    for (const page of Object.values(stores)) expect(html.replaceAll('&amp;', '&')).toContain(page)
  })

  test('a page of another build is refused: its script would not run', () =>
    expect(() => fillPage('<html></html>', app)).toThrow('--mode native'))
})
