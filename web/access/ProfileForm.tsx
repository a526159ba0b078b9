import type { Phone } from '@cuida/core/kit/shapes.ts'
import { cpfDigits } from '@cuida/core/profile/documents.ts'
import { characterClasses, PASSWORD_MIN, passwordStrength } from '@cuida/core/profile/password.ts'
import { profileRules } from '@cuida/core/profile/problems.ts'
import type { AccountProfile } from '@cuida/core/profile/profile.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { DateOfBirth } from '@cuida/ui/DateOfBirth/DateOfBirth.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../kit/FailureAlert.tsx'
import { usePartner } from '../kit/partner.tsx'
import { ConflictAlert, isConflict } from './ConflictAlert.tsx'
import css from './ProfileForm.module.css'
import { draftProblems, emptyDraft, profileOf } from './profile-draft.ts'
import { TermsLabel } from './TermsLabel.tsx'

interface ProfileFormProps {
  phone: Phone
  onSubmit: (profile: AccountProfile) => Promise<void>
}

/** All fields of spec 1 §5 for a holder; which document is asked, the partner decides. */
export function ProfileForm({ phone, onSubmit }: ProfileFormProps) {
  const config = usePartner()
  const rules = profileRules(config, new Date())
  const form = useForm({
    initial: emptyDraft(rules.documentTypes[0] ?? ''),
    check: (draft) => draftProblems(draft, phone, rules),
    submit: (draft) => onSubmit(tidied(profileOf(draft, phone, rules))),
    words: wordsOf,
  })
  const { field, values } = form
  return (
    <form {...form.props} className={css.form}>
      <ErrorSummary {...form.summary} />
      {isConflict(form.failure) ? <ConflictAlert code={form.failure.code} /> : <FailureAlert failure={form.failure} />}
      <TextInput label={t('access.profile.firstName')} autoComplete="given-name" {...field('firstName')} />
      <TextInput label={t('access.profile.lastName')} autoComplete="family-name" {...field('lastName')} />
      <DateOfBirth
        label={t('access.profile.dateOfBirth')}
        hint={t('access.profile.dateHint')}
        {...field('dateOfBirth')}
      />
      <RadioGroup
        label={t('access.profile.sex')}
        options={['Female', 'Male', 'PreferNotToSay'].map((value) => ({
          value,
          label: t(`access.profile.sex.${value}`),
        }))}
        {...field('sex')}
      />
      {rules.documentTypes.length > 0 && (
        <>
          <Select
            label={t('access.profile.documentType')}
            options={rules.documentTypes.map((value) => ({ value, label: t(`access.profile.document.${value}`) }))}
            {...field('documentType')}
          />
          <TextInput
            label={t(`access.profile.documentNumber.${values.documentType}`)}
            autoCapitalize="characters"
            autoComplete="off"
            {...field('documentNumber')}
          />
        </>
      )}
      {rules.requireCpf && (
        <TextInput
          label={t('access.profile.cpf')}
          hint={t('access.profile.cpfHint')}
          inputMode="numeric"
          {...field('cpf')}
        />
      )}
      <TextInput label={t('access.profile.email')} type="email" autoComplete="email" {...field('email')} />
      <PasswordInput
        label={t('access.profile.password')}
        autoComplete="new-password"
        rules={passwordRules(values.password)}
        strength={passwordStrength(values.password)}
        {...field('password')}
      />
      <CheckboxRow label={<TermsLabel />} {...field('termsAccepted')} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('access.profile.submit')}
      </Button>
    </form>
  )
}

const passwordRules = (password: string) => [
  { label: t('access.profile.rule.length', { least: PASSWORD_MIN }), met: password.length >= PASSWORD_MIN },
  { label: t('access.profile.rule.classes'), met: characterClasses(password) >= 3 },
]

function wordsOf(field: string, code: string): string {
  const exact = `access.profile.${field}.${code}`
  if (hasWords(exact)) return t(exact)
  const general = `access.profile.problem.${code}`
  return t(hasWords(general) ? general : 'access.profile.problem.INVALID')
}

const tidied = (profile: AccountProfile): AccountProfile =>
  profile.cpf ? { ...profile, cpf: cpfDigits(profile.cpf) } : profile
