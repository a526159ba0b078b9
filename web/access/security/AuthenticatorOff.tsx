import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { QrPlate } from '@cuida/ui/QrCode/QrPlate.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import formCss from '../code/CodeForm.module.css'
import { copyText } from '../sign-in/copy-text.ts'
import { PasswordGate } from './PasswordGate.tsx'
import { proofWords } from './ProofForm.tsx'
import css from './Security.module.css'
import { confirmNewSecret, makeSecret } from './security-queries.ts'

interface NewSecret {
  secret: string
  uri: string
}

/** Switching it on: the password again, the secret into the app, the app's first code back. */
export function AuthenticatorOff({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [newSecret, setNewSecret] = useState<NewSecret>()
  if (newSecret) return <FirstCode {...newSecret} onCodes={onCodes} />
  return (
    <PasswordGate>
      <PasswordFirst onNewSecret={setNewSecret} />
    </PasswordGate>
  )
}

function PasswordFirst({ onNewSecret }: { onNewSecret: (newSecret: NewSecret) => void }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : 'REQUIRED' }),
    submit: async ({ password }) => onNewSecret(await makeSecret(password)),
    words: proofWords,
  })
  return (
    <form {...form.props} className={formCss.form}>
      <p>{t('access.totp.intro')}</p>
      <FailureAlert failure={form.failure} />
      <PasswordInput label={t('access.totp.password')} autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('access.totp.start')}
      </Button>
    </form>
  )
}

function FirstCode({ secret, uri, onCodes }: NewSecret & { onCodes: (codes: string[]) => void }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.length === 6 ? undefined : 'REQUIRED' }),
    submit: async ({ code }) => onCodes((await confirmNewSecret(code)).recoveryCodes),
    words: proofWords,
  })
  return (
    <form {...form.props} className={formCss.form}>
      <p>{t('access.totp.scan')}</p>
      <QrPlate text={uri} label={t('access.totp.qr')} />
      <a href={uri}>{t('access.totp.openApp')}</a>
      <p>{t('access.totp.key')}</p>
      <p className={css.key}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      <Button icon="copy" onClick={() => copyText(secret)}>
        {t('access.totp.copy')}
      </Button>
      <FailureAlert failure={form.failure} />
      <CodeInput label={t('access.totp.code')} {...form.field('code')} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('access.totp.confirm')}
      </Button>
    </form>
  )
}
