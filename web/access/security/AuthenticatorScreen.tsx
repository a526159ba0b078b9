import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { proofProblems, takeProof } from '@cuida/ui/passkeys/owner-proof.ts'
import { QrTile } from '@cuida/ui/QrCode/QrTile.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { goBack } from '../../kit/navigation/navigation.ts'
import { saveFile } from '../../kit/save-file.ts'
import { pathOf } from '../../routes.ts'
import formCss from '../code/CodeForm.module.css'
import { askOwnPasskey } from '../passkey/passkey-calls.ts'
import { copyText } from '../sign-in/copy-text.ts'
import { PasswordGate } from './PasswordGate.tsx'
import { ProofButtons, ProofPassword } from './Proof.tsx'
import { ProofForm, proofMessage } from './ProofForm.tsx'
import css from './Security.module.css'
import {
  confirmNewSecret,
  makeSecret,
  renewCodes,
  switchOff,
  useInvalidateSecurityQueries,
  useSecurity,
} from './security-queries.ts'

/** Switches an authenticator app on or off as the second factor, and shows recovery codes for a lost phone. */
export function AuthenticatorScreen() {
  const { data, error } = useSecurity()
  const changed = useInvalidateSecurityQueries()
  const [codes, setCodes] = useState<string[]>()
  const show = (fresh: string[]) => {
    setCodes(fresh)
    changed()
  }
  if (codes) {
    return (
      <Screen title={t('access.totp.codesTitle')} lead={t('access.totp.codesIntro')} arrival="codes">
        <RecoveryCodes codes={codes} onKept={() => goBack(pathOf('security'))} />
      </Screen>
    )
  }
  return (
    <Screen title={t('access.totp.title')}>
      <FailureAlert failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {data?.secondFactor === 'totp' && <AuthenticatorOn remainingCodes={data.recoveryCodesLeft} onCodes={show} />}
      {data && data.secondFactor !== 'totp' && <AuthenticatorOff onCodes={show} />}
    </Screen>
  )
}

/** Recovery codes are shown only once. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${codes.join('\n')}\n`
  const download = useMutation(() => saveFile(new Blob([text], { type: 'text/plain' }), t('access.totp.file')))
  return (
    <div className={css.page}>
      <ol className={css.codes} aria-label={t('access.totp.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button icon="copy" onClick={() => copyText(text)}>
        {t('access.totp.copyCodes')}
      </Button>
      <FailureAlert failure={download.error} />
      <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
        {t('access.totp.download')}
      </Button>
      <Button variant="primary" onClick={onKept}>
        {t('access.totp.kept')}
      </Button>
    </div>
  )
}

/** With an authenticator: makes new recovery codes or switches it off. */
function AuthenticatorOn({ remainingCodes, onCodes }: { remainingCodes: number; onCodes: (codes: string[]) => void }) {
  const [doing, setDoing] = useState<'renew' | 'off'>()
  const changed = useInvalidateSecurityQueries()
  const stop = () => setDoing(undefined)
  if (doing === 'renew') {
    return (
      <Section title={t('access.totp.renew')}>
        <p>{t('access.totp.renewIntro')}</p>
        <ProofForm
          action={t('access.totp.renew')}
          onProof={async (proof) => onCodes((await renewCodes(proof)).recoveryCodes)}
          onCancel={stop}
        />
      </Section>
    )
  }
  if (doing === 'off') {
    return (
      <Section title={t('access.totp.off')}>
        <p>{t('access.totp.offIntro')}</p>
        <ProofForm
          danger
          action={t('access.totp.off')}
          onProof={async (proof) => {
            await switchOff(proof)
            showToast(t('access.totp.offDone'))
            changed()
          }}
          onCancel={stop}
        />
      </Section>
    )
  }
  return (
    <div className={css.page}>
      <Alert tone="success" title={t('access.totp.on')} />
      <p>{t('access.totp.left', { count: remainingCodes })}</p>
      <Button onClick={() => setDoing('renew')}>{t('access.totp.renew')}</Button>
      <Button variant="quiet" onClick={() => setDoing('off')}>
        {t('access.totp.off')}
      </Button>
    </div>
  )
}

interface NewSecret {
  secret: string
  uri: string
}

/** Switches it on: asks for the password or a passkey, shows the secret, and asks for the app's first code. */
function AuthenticatorOff({ onCodes }: { onCodes: (codes: string[]) => void }) {
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
    check: ({ password }, pressed) => ({ password: proofProblems({ password }, pressed).password }),
    submit: async (values, pressed) => onNewSecret(await makeSecret(await takeProof(values, pressed, askOwnPasskey))),
    message: proofMessage,
  })
  return (
    <form {...form.props} className={formCss.form}>
      <p>{t('access.totp.intro')}</p>
      <FailureAlert failure={form.failure} />
      <ProofPassword label={t('access.totp.password')} {...form.field('password')} />
      <ProofButtons action={t('access.totp.start')} busy={form.busy} />
    </form>
  )
}

function FirstCode({ secret, uri, onCodes }: NewSecret & { onCodes: (codes: string[]) => void }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.length === 6 ? undefined : 'REQUIRED' }),
    submit: async ({ code }) => onCodes((await confirmNewSecret(code)).recoveryCodes),
    message: proofMessage,
  })
  return (
    <form {...form.props} className={formCss.form}>
      <p>{t('access.totp.scan')}</p>
      <QrTile text={uri} label={t('access.totp.qr')} />
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
