import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readApp } from './app.ts'
import { checkGoogleServices, readGoogleServices } from './google-services.ts'
import { fillPage } from './page.ts'
import { capacitorConfig, partnerFiles } from './projects.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const app = readApp('vida-ligera')
const androidManifest = read('android/app/src/main/AndroidManifest.xml')

describe('push notifications on Android', () => {
  const of = (name: string) =>
    JSON.stringify({ client: [{ client_info: { android_client_info: { package_name: name } } }] })
  const about = { name: 'apps/x.google-services.json', appId: app.appId }

  test('push needs the partner’s own Firebase file, which is not committed', () => {
    expect(checkGoogleServices(of(app.appId), about)).toBe(of(app.appId))
    expect(() => checkGoogleServices(of('example.other'), about)).toThrow(
      `is of example.other, and the app is ${app.appId}`,
    )
    expect(() => checkGoogleServices('{}', about)).toThrow('is not what Firebase hands out')
    expect(readGoogleServices('nobody', app.appId)).toBeUndefined()
    expect(read('.gitignore')).toContain('apps/*.google-services.json')
    expect(read('android/.gitignore')).toContain('app/google-services.json')
    expect(read('android/app/build.gradle')).toContain("if (file('google-services.json').exists())")
  })

  test.each([true, false])('the page knows whether there is one: %s', (firebase) => {
    const built = '<meta data-script="sha256-abc="><meta content="%APP%">'
    expect(fillPage(built, { ...app, firebase })).toContain(`&quot;firebase&quot;:${firebase}`)
  })

  test('Firebase is not contacted before the person opts in, and its analytics are off', () => {
    for (const name of ['firebase_messaging_auto_init_enabled', 'firebase_analytics_collection_enabled'])
      expect(androidManifest).toContain(`android:name="${name}" android:value="false"`)
  })

  test('notifications use the channel that the app creates and the server names', () => {
    expect(androidManifest).toContain('default_notification_channel_id" android:value="notifications"')
    for (const path of ['../web/platform/native-push.ts', '../server/providers/push/fcm.ts'])
      expect(read(path)).toContain("const CHANNEL = 'notifications'")
  })
})

describe('push notifications on an iPhone', () => {
  test('the entitlement is set for each of Apple’s two servers', () => {
    expect(read('ios/App/App/App.entitlements')).toContain(
      '<key>aps-environment</key>\n\t<string>$(APS_ENVIRONMENT)</string>',
    )
    expect(partnerFiles(app)['ios/partner.xcconfig']).toContain('APS_ENVIRONMENT = production\n')
    const [before = '', after = ''] = read('ios/debug.xcconfig').split('#include "partner.xcconfig"')
    expect([before, after]).toEqual(['', expect.stringContaining('APS_ENVIRONMENT = development')])
  })

  test('the plugin receives Apple’s answer to a registration', () => {
    const delegate = read('ios/App/App/AppDelegate.swift')
    for (const name of ['capacitorDidRegister', 'capacitorDidFailToRegister'])
      expect(delegate).toContain(`.post(name: .${name}ForRemoteNotifications`)
  })
})

test('a notification that arrives while the app is open is shown', () => {
  expect(capacitorConfig(app).plugins.PushNotifications.presentationOptions).toContain('banner')
})
