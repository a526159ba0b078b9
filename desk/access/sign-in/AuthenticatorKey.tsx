import { Button } from '@cuida/ui/Button/Button.tsx'
import { QrPlate } from '@cuida/ui/QrCode/QrPlate.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import css from './AuthenticatorKey.module.css'

/** The key for an authenticator: to scan, to open where the app is on this device, to copy or to type. */
export function AuthenticatorKey({ uri, authenticatorKey }: { uri: string; authenticatorKey: string }) {
  const [isCopied, setCopied] = useState(false)
  // What cannot be copied (an old browser, plain http) stands there to be typed.
  const copy = () =>
    void navigator.clipboard?.writeText(authenticatorKey).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <section className={css.authenticator} aria-labelledby="authenticator">
      <h2 id="authenticator">{t('desk.join.authenticator')}</h2>
      <p>{t('desk.join.scan')}</p>
      <QrPlate text={uri} label={t('access.totp.qr')} />
      <a href={uri}>{t('access.totp.openApp')}</a>
      <p>{t('access.totp.key')}</p>
      <p className={css.key} translate="no">
        {authenticatorKey.match(/.{1,4}/g)?.join(' ')}
      </p>
      <Button icon="copy" done={isCopied} onClick={copy}>
        {t(isCopied ? 'access.totp.copied' : 'access.totp.copy')}
      </Button>
    </section>
  )
}
