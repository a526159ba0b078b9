import type { Config } from '@cuida/core/brand/config.ts'
import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { cpfDigits } from '@cuida/core/profile/account/documents.ts'
import { passwordStrength } from '@cuida/core/profile/account/password.ts'
import { profileRules } from '@cuida/core/profile/account/problems.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { PhoneInput } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import { useEffect, useRef } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { passwordRules } from '../recovery/password-rules.ts'
import { ConflictAlert, isConflict } from '../session/ConflictAlert.tsx'
import { phoneCountries } from '../sign-in/phone.ts'
import { PersonFields, profileProblemMessage } from './PersonFields.tsx'
import css from './ProfileForm.module.css'
import { draftProblems, emptyDraft, profileOf, startDraft } from './profile-draft.ts'
import type { KnownIdentity } from './registration.ts'

interface ProfileFormProps {
  /** A verified phone; without one the form asks for it. */
  phone?: Phone
  /** A registration with Google: starts with Google's data and asks for no password. */
  social?: { known: KnownIdentity; profile: AccountProfile | undefined }
  /** Data from a company link; editable. */
  known?: KnownIdentity | undefined
  onSubmit: (profile: AccountProfile) => Promise<void>
}

/** All fields of A3.6 for an account holder; the partner decides which document is requested. */
export function ProfileForm({ phone, social, known, onSubmit }: ProfileFormProps) {
  const config = usePartner()
  const rules = { ...profileRules(config, serverDate()), asksPassword: !social }
  const empty = emptyDraft(rules.documentTypes[0] ?? '', config.countryCodes[0] ?? '')
  const form = useForm({
    initial: startDraft(empty, social?.known ?? known, social?.profile),
    check: (draft) => draftProblems(draft, phone, rules),
    submit: (draft) => onSubmit(tidied(profileOf(draft, phone, rules))),
    message: profileProblemMessage,
  })
  const { field, values } = form
  // A5.5: where the help widget supports patients, a missing CPF opens help. Shown once it is the last problem.
  const isLast = field('cpf').error !== undefined && form.summary.errors.length === 0
  const lacksCpf = helps(config) && values.cpf === '' && isLast
  return (
    <form {...form.props} className={css.form}>
      <ErrorSummary {...form.summary} />
      <PersonFields field={field} rules={rules} documentType={values.documentType} />
      <EmailInput label={t('access.profile.email')} autoComplete="email" {...field('email')} />
      {!phone && (
        <PhoneInput
          label={t('access.profile.phone')}
          hint={t('access.profile.phoneHint')}
          countries={phoneCountries()}
          {...field('phone')}
        />
      )}
      {!social && (
        <PasswordInput
          label={t('access.profile.password')}
          autoComplete="new-password"
          rules={passwordRules(values.password)}
          strength={passwordStrength(values.password)}
          {...field('password')}
        />
      )}
      <CheckboxRow label={<TermsLabel />} {...field('termsAccepted')} />
      {lacksCpf && <ConflictAlert code="CREATE_PROFILE_ERROR" />}
      <RegistrationFailure failure={form.failure} social={!!social} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t(social ? 'access.social.submit' : 'access.profile.submit')}
      </Button>
    </form>
  )
}

const helps = ({ partnerConfig }: Config): boolean => partnerConfig.supportProvider.type === VENDOR.zendesk

const tidied = (profile: AccountProfile): AccountProfile => ({
  ...profile,
  email: tidyEmail(profile.email),
  ...(profile.cpf ? { cpf: cpfDigits(profile.cpf) } : {}),
})

/** Why registration failed. The form is long and its button is at the end, so the message takes the focus. */
function RegistrationFailure({ failure, social }: { failure: unknown; social: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  if (!failure) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Why failure={failure} social={social} />
    </div>
  )
}

function Why({ failure, social }: { failure: unknown; social: boolean }) {
  if (isConflict(failure)) return <ConflictAlert {...failure} social={social} />
  if (!social || !hasRunOut(failure))
    return <FailureAlert failure={failure} heading={t(`access.failed.${social ? 'validate' : 'register'}`)} />
  const again = <a href="/api/connect/google">{t('access.social.again')}</a>
  return <Alert tone="warning" title={t('access.social.expired')} action={again} />
}

/** Google's token expires after an hour; the filled-in profile is kept for the next one (registration.ts). */
const hasRunOut = (failure: unknown): boolean =>
  failure instanceof CallFailed && (failure.status === 401 || failure.fields.socialToken !== undefined)

/** The documents open beside the form, which keeps its values. */
function TermsLabel() {
  return (
    <>
      {t('access.profile.accept')}{' '}
      <a href={pathOf('termsAndConditions')} target="_blank" rel="noreferrer">
        {t('access.profile.terms')}
      </a>{' '}
      {t('access.profile.and')}{' '}
      <a href={pathOf('privacyPolicy')} target="_blank" rel="noreferrer">
        {t('access.profile.privacy')}
      </a>
    </>
  )
}
