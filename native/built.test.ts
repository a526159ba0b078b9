import { readdirSync, readFileSync } from 'node:fs'
import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'

// Gradle and Xcode run only where their SDKs are. These tests check without them what would break their builds first.

const here = (path: string) => new URL(path, import.meta.url)
const read = (path: string) => readFileSync(here(path), 'utf8')
const json = (path: string) => JSON.parse(read(path))
const plugins = Object.keys(json('package.json').dependencies).filter(
  (name) => json(`../node_modules/${name}/package.json`).capacitor?.ios,
)

describe('native plugins', () => {
  test('each plugin of the app supports both systems', () => expect(plugins.length).toBeGreaterThan(6))

  test.each(plugins)('%s is built into both projects: npm run sync -w native', (name) => {
    const place = `node_modules/${name}`
    expect(read('android/capacitor.settings.gradle')).toContain(`'../../${place}/android'`)
    const project = name.replace('@', '').replace('/', '-')
    expect(read('android/app/capacitor.build.gradle')).toContain(`implementation project(':${project}')`)
    expect(read('ios/App/CapApp-SPM/Package.swift')).toContain(`path: "../../../../${place}"`)
  })
})

const kept = ['android', 'ios'].flatMap((folder) =>
  readdirSync(here(folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
)
const ofXml = kept.filter((path) => /\.(xml|plist|entitlements|storyboard)$/.test(path) && !path.includes('/build/'))

test.each(ofXml)('%s is well formed', (path) => {
  const troubles: string[] = []
  const onError = (_level: string, message: string) => troubles.push(message)
  new DOMParser({ onError }).parseFromString(read(path), 'text/xml')
  expect(troubles).toEqual([])
})

test('iOS asks for each permission with the partner’s reason, and both systems request only permissions that the app uses', () => {
  const plist = read('ios/App/App/Info.plist')
  const reasons = plist.match(/NS\w+UsageDescription<\/key>\s*<string>[^<]*/g) ?? []
  expect(reasons).toHaveLength(4)
  for (const reason of reasons) expect(reason).toMatch(/<string>\$\((CAMERA|MICROPHONE|CALENDAR)_REASON\)$/)
  const asked = read('android/app/src/main/AndroidManifest.xml').match(/uses-permission android:name="[^"]*/g) ?? []
  expect(asked.map((line) => line.split('.').at(-1))).toEqual([
    'INTERNET',
    'POST_NOTIFICATIONS',
    'CAMERA',
    'RECORD_AUDIO',
    'MODIFY_AUDIO_SETTINGS',
  ])
  const given = read('android/app/src/main/res/xml/file_paths.xml').match(/path="[^"]*"/g)
  expect(given, 'what other apps may be given').toEqual(['path="Pictures/"', 'path="given/"'])
})
