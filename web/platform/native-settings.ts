/** Settings built into one partner's app; `native/prepare.ts` writes them into the page. */
export interface NativeSettings {
  /** Origin of the API. */
  apiUrl: string
  /** Host of the links that open the app. */
  linkHost: string
  /** The app's pages in the stores: Apple's, Google's. */
  storePage?: string
  playPage?: string
  /** Whether the Android build includes a partner's Firebase, which push needs. */
  firebase?: boolean
  environment: 'production' | 'staging' | 'development'
}

export function readNativeSettings(): NativeSettings {
  return JSON.parse(document.querySelector('meta[name=cuida-app]')?.getAttribute('content') ?? '{}')
}
