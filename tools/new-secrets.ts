import { formatKeys, readSecretKeys, readTokenKeys } from '../server/kit/crypto/keys.ts'
import { vapidOf } from '../server/providers/push/vapid.ts'
import { Problem, readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { findSecrets, newSecrets, nextStep, type RotationStep } from './secrets.ts'

const EXPLANATIONS: Record<RotationStep['step'], string> = {
  add: 'Adds a new key, which is not used yet. Restart every process with it before the next step.',
  use: 'Puts the new key in front. Restart every process with it, then run `npm run rotate-keys`.',
  remove: 'Removes the earlier keys. What only they verify or decrypt is lost: see docs/keys.md first.',
}

// npm run secrets [-- --rotate]: prints new secrets, or the next step of a rotation, as lines for a settings file, and
// stores nothing.
await main(async () => {
  console.log(process.argv.includes('--rotate') ? rotation() : linesOf(newSecrets()).join('\n'))
})

function rotation(): string {
  const secrets = findSecrets(readSettings(process.env, ROOT).dataDir, process.env)
  const known = { APP_SECRET: readSecretKeys(secrets.APP_SECRET), TOKEN_KEY: readTokenKeys(secrets.TOKEN_KEY) }
  return Object.entries(known)
    .flatMap(([name, keys]) => {
      if (!keys) throw new Problem(`${name} can't be read (docs/keys.md).`)
      const { step, keys: next } = nextStep(keys, new Date().getUTCFullYear())
      return [`# ${EXPLANATIONS[step]}`, ...linesOf({ [name]: formatKeys(next) })]
    })
    .concat(pushLines(secrets.APP_SECRET))
    .join('\n')
}

/** Web push keys that were derived from a key of APP_SECRET must outlive it. */
function pushLines(APP_SECRET: string): string[] {
  if (process.env.VAPID_PUBLIC_KEY || process.env.VAPID_PRIVATE_KEY) return []
  const { publicKey, privateKey } = vapidOf({ APP_SECRET })
  return [
    '# Keeps browsers subscribed to notifications: set these lines once, at any step.',
    ...linesOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }),
  ]
}

function linesOf(settings: object): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`)
}
