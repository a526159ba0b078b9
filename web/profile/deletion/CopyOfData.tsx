import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { proofProblems, takeProof } from '@cuida/ui/passkeys/owner-proof.ts'
import { useState } from 'react'
import { askOwnPasskey } from '../../access/passkey/passkey-calls.ts'
import { PasswordGate } from '../../access/security/PasswordGate.tsx'
import { ProofButtons, ProofPassword } from '../../access/security/Proof.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../account/ProfileScreen.module.css'
import { problemMessage } from '../account/problem-message.ts'
import { withFieldRefusals } from '../field-refusals.ts'
import { saveCopy } from '../queries.ts'

/**
 * Exports all data of a family in one file. Asks for the password or a passkey, because an unattended phone must not give it away.
 */
export function CopyOfData({ profile }: { profile: Profile }) {
  const [stage, setStage] = useState<'offered' | 'asking' | 'done'>('offered')
  return (
    <Section title={t('profile.copy.title')}>
      <p>{t(profile.dependants.length > 0 ? 'profile.copy.textFamily' : 'profile.copy.text')}</p>
      {stage === 'asking' ? (
        <PasswordGate>
          <CopyForm patientId={profile.id} onSaved={() => setStage('done')} />
        </PasswordGate>
      ) : (
        <Button icon="download" done={stage === 'done'} onClick={() => setStage('asking')}>
          {t('profile.copy.action')}
        </Button>
      )}
    </Section>
  )
}

function CopyForm({ patientId, onSaved }: { patientId: string; onSaved: () => void }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }, pressed) => ({ password: proofProblems({ password }, pressed).password }),
    async submit(values, pressed) {
      await withFieldRefusals(saveCopy(patientId, await takeProof(values, pressed, askOwnPasskey)))
      onSaved()
    },
    message: problemMessage,
  })
  return (
    <form {...form.props} className={css.page}>
      <FailureAlert failure={form.failure} />
      <ProofPassword label={t('profile.password')} hint={t('profile.copy.passwordWhy')} {...form.field('password')} />
      <ProofButtons icon="download" action={t('profile.copy.action')} busy={form.busy} />
    </form>
  )
}
