import type { NativeApp } from './app.ts'

/**
 * The generated files of the native projects with one partner's settings, by path below `native/`. None is committed.
 */
export function partnerFiles(app: NativeApp): Record<string, string> {
  return {
    'capacitor.config.json': `${JSON.stringify(capacitorConfig(app), null, 2)}\n`,
    'android/partner.properties': androidProperties(app),
    'android/app/src/main/res/values/partner.xml': androidStrings(app),
    'ios/partner.xcconfig': xcconfig(app),
  }
}

/**
 * Hosts and schemes form the origins that the API allows (`APP_ORIGINS` of server/env.ts). WebView debugging keeps
 * its default: on in debug builds, off in released ones.
 */
export function capacitorConfig({ appId, appName }: NativeApp) {
  return {
    appId,
    appName,
    webDir: 'www',
    // Calls over the native bridge carry tokens, so not even a debug build logs them.
    loggingBehavior: 'none',
    server: { hostname: 'localhost', androidScheme: 'https', iosScheme: 'capacitor', cleartext: false },
    android: { minWebViewVersion: 105, allowMixedContent: false },
    ios: { limitsNavigationsToAppBoundDomains: false, contentInset: 'never' },
    plugins: {
      // Its set-up during `cap sync` would write one partner's host into both projects, which take it from `LINK_HOST`.
      CapacitorPasskey: { autoShim: false },
      SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
      // Shown also while the app is open, as a browser does: a call may come while the patient is on another screen.
      PushNotifications: { presentationOptions: ['banner', 'list', 'sound'] },
    },
  }
}

const androidProperties = ({ appId, version, build }: NativeApp) =>
  `applicationId=${appId}\nversionCode=${build}\nversionName=${version}\n`

const androidStrings = ({ appName, linkHost }: NativeApp) =>
  `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="app_name">${escaped(appName)}</string>
    <string name="link_host" translatable="false">${linkHost}</string>
    <string name="asset_statements" translatable="false">${assetStatements(linkHost)}</string>
</resources>
`

/** The host that lets the app use its passkeys; an Android string resource escapes quotes. */
const assetStatements = (linkHost: string) =>
  JSON.stringify([{ include: `https://${linkHost}/.well-known/assetlinks.json` }]).replaceAll('"', '\\"')

const xcconfig = (app: NativeApp) =>
  `APP_ID = ${app.appId}
APP_NAME = ${app.appName}
APP_VERSION = ${app.version}
APP_BUILD = ${app.build}
APS_ENVIRONMENT = production
LINK_HOST = ${app.linkHost}
CAMERA_REASON = ${app.cameraReason}
MICROPHONE_REASON = ${app.microphoneReason}
CALENDAR_REASON = ${app.calendarReason}
`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", "\\'")
