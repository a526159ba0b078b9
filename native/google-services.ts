import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

const GoogleServices = v.object({
  client: v.array(v.object({ client_info: v.object({ android_client_info: v.object({ package_name: v.string() }) }) })),
})

/**
 * The partner's `google-services.json` from Firebase, read from `apps/<partner>.google-services.json`. It is not
 * committed. undefined where it is missing: the Android app then has no push notifications.
 */
export function readGoogleServices(partner: string, appId: string): string | undefined {
  const name = `apps/${partner}.google-services.json`
  const file = new URL(name, import.meta.url)
  return existsSync(file) ? checkGoogleServices(readFileSync(file, 'utf8'), { name, appId }) : undefined
}

/** Reports which app id the file is for: Gradle says only that no client matches. */
export function checkGoogleServices(text: string, { name, appId }: { name: string; appId: string }): string {
  const { success, output } = v.safeParse(GoogleServices, JSON.parse(text))
  if (!success) throw new Error(`native/${name} is not what Firebase hands out for an Android app`)
  const names = output.client.map(({ client_info }) => client_info.android_client_info.package_name)
  if (!names.includes(appId)) throw new Error(`native/${name} is of ${names.join(', ')}, and the app is ${appId}`)
  return text
}
