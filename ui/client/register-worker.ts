interface Policy {
  createScriptURL(input: string): string
}
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): Policy
}

let policy: Policy | undefined

/** Registers the service worker of an app. Trusted Types allow only this one script (server/pages). */
export function registerWorker(script: string, scope: string): Promise<ServiceWorkerRegistration> {
  policy ??= (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('push-worker', {
    createScriptURL: () => script,
  })
  return navigator.serviceWorker.register(policy?.createScriptURL('') ?? script, { scope })
}
