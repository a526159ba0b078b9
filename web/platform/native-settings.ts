/** What one partner's app knows before it has asked anybody; `native/prepare.ts` writes it into the page. */
export interface NativeSettings {
  /** Origin of the API. */
  apiUrl: string
  /** Host of the links that open the app. */
  linkHost: string
  /** The app's pages in the stores: Apple's, Google's. */
  storePage?: string
  playPage?: string
  /** Whether the Android build has a partner's Firebase in it, without which it cannot be woken. */
  firebase?: boolean
  environment: 'production' | 'staging' | 'development'
}

export function readNativeSettings(): NativeSettings {
  return JSON.parse(document.querySelector('meta[name=cuida-app]')?.getAttribute('content') ?? '{}')
}
