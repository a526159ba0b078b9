import { deletePatient } from '@cuida/core/profile/account/account-api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { proofProblems, takeProof } from '@cuida/ui/passkeys/owner-proof.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { askOwnPasskey } from '../../access/passkey/passkey-calls.ts'
import { PasswordGate } from '../../access/security/PasswordGate.tsx'
import { ProofButtons, ProofPassword } from '../../access/security/Proof.tsx'
import { session } from '../../kit/api.ts'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useIsOngoing } from '../../kit/ongoing.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import css from '../account/ProfileScreen.module.css'
import { problemMessage } from '../account/problem-message.ts'
import { withFieldRefusals } from '../field-refusals.ts'
import { deleteAccount } from '../queries.ts'

/**
 * A6.6: deletes the account, unless a consultation is in progress. Explains first what is deleted, what is retained
 * and why.
 */
export function DeleteAccountScreen() {
  const { status, profile } = useSession()
  return (
    <Screen title={t('profile.delete.title')} {...(profile ? { lead: t('profile.delete.lead') } : {})}>
      {status === 'starting' && <Skeleton lines={6} />}
      {status === 'out' && <Alert tone="danger" title={t('profile.delete.none')} />}
      {profile && <Leaving profile={profile} />}
    </Screen>
  )
}

function Leaving({ profile: { id, dependants } }: { profile: Profile }) {
  const isOngoing = useIsOngoing()
  const facts = ['access', 'gone', 'kept', ...(dependants.length > 0 ? ['family'] : []), 'again']
  return (
    <div className={css.page}>
      <ul className={css.facts}>
        {facts.map((fact) => (
          <li key={fact}>{t(`profile.delete.fact.${fact}`)}</li>
        ))}
      </ul>
      {isOngoing ? (
        <Blocked why="CONSULTATION_ONGOING" />
      ) : (
        <PasswordGate>
          <LeaveForm patientId={id} />
        </PasswordGate>
      )}
    </div>
  )
}

function Blocked({ why }: { why: 'CONSULTATION_ONGOING' | 'PAYMENT_ONGOING' }) {
  return (
    <Alert
      tone="warning"
      title={t(`profile.delete.${why}`)}
      action={
        <LinkButton href={pathOf('consultations')} fit>
          {t('profile.delete.toConsultations')}
        </LinkButton>
      }
    >
      {t(`profile.delete.${why}.next`)}
    </Alert>
  )
}

function LeaveForm({ patientId }: { patientId: string }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }, pressed) => ({ password: proofProblems({ password }, pressed).password }),
    async submit(values, pressed) {
      await withFieldRefusals(deleteAccount(patientId, await takeProof(values, pressed, askOwnPasskey)))
      // Signing out leads to Welcome; this screen confirms the deletion first.
      session.signOut()
      goTo(pathOf('accountDeleted'), { replace: true })
    },
    message: problemMessage,
  })
  const { failure } = form
  return (
    <form {...form.props} className={css.page}>
      {refusedWith(deletePatient, failure, 'CONSULTATION_ONGOING') ||
      refusedWith(deletePatient, failure, 'PAYMENT_ONGOING') ? (
        <Blocked why={failure.code as 'PAYMENT_ONGOING'} />
      ) : (
        failure !== undefined && (
          <Alert tone="danger" title={t('profile.delete.failed')} failure={failure}>
            {failureMessage(failure)}
          </Alert>
        )
      )}
      <ProofPassword label={t('profile.password')} hint={t('profile.delete.passwordWhy')} {...form.field('password')} />
      <ProofButtons danger action={t('profile.delete.submit')} busy={form.busy} />
      <LinkButton href={pathOf('account')} variant="quiet">
        {t('profile.delete.stay')}
      </LinkButton>
    </form>
  )
}
