import type { ProfileRules } from '@cuida/core/profile/account/problems.ts'
import { DateOfBirth } from '@cuida/ui/DateOfBirth/DateOfBirth.tsx'
import type { FieldBinding } from '@cuida/ui/forms/use-form.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'

/** Personal data, as every profile form stores it. */
export interface PersonDraft {
  firstName: string
  lastName: string
  dateOfBirth: string
  sex: string
  /** Optional free text. */
  genderInfo: string
  documentType: string
  documentNumber: string
  cpf: string
}

interface PersonFieldsProps {
  field: (name: keyof PersonDraft) => FieldBinding<string>
  /** The partner decides which document is requested. */
  rules: ProfileRules
  documentType: string
  /**
   * The form is about a child: the document is optional, and browsers must not autofill the account holder's data.
   */
  isOther?: boolean
  /** Fields that a record already holds: shown elsewhere and not editable. */
  fixed?: readonly (keyof PersonDraft)[]
}

export function PersonFields({ field, rules, documentType, isOther = false, fixed = [] }: PersonFieldsProps) {
  const isRequested = (name: keyof PersonDraft) => !fixed.includes(name)
  return (
    <>
      <TextInput
        label={t('access.profile.firstName')}
        autoComplete={isOther ? 'off' : 'given-name'}
        {...field('firstName')}
      />
      <TextInput
        label={t('access.profile.lastName')}
        autoComplete={isOther ? 'off' : 'family-name'}
        {...field('lastName')}
      />
      {isRequested('dateOfBirth') && (
        <DateOfBirth
          label={t('access.profile.dateOfBirth')}
          example={isOther ? '2017-03-31' : '1990-03-31'}
          others={isOther}
          {...field('dateOfBirth')}
        />
      )}
      <RadioGroup label={t('access.profile.sex')} options={SEXES.map(sexOption)} {...field('sex')} />
      <TextInput
        label={t('access.profile.genderInfo')}
        hint={t('access.profile.genderInfoHint')}
        optional
        autoComplete="off"
        {...field('genderInfo')}
      />
      {rules.documentTypes.length > 0 && isRequested('documentNumber') && (isOther || !rules.isDocumentLater) && (
        <>
          <Select
            label={t('access.profile.documentType')}
            optional={isOther}
            options={rules.documentTypes.map((value) => ({ value, label: t(`access.profile.document.${value}`) }))}
            {...field('documentType')}
          />
          <TextInput
            label={t(`access.profile.documentNumber.${documentType}`)}
            optional={isOther}
            autoCapitalize="characters"
            autoComplete="off"
            {...field('documentNumber')}
          />
        </>
      )}
      {rules.requireCpf && isRequested('cpf') && (
        <TextInput
          label={t('access.profile.cpf')}
          hint={t('access.profile.cpfHint')}
          optional={isOther}
          inputMode="numeric"
          {...field('cpf')}
        />
      )}
    </>
  )
}

const SEXES = ['Female', 'Male', 'PreferNotToSay'] as const
const sexOption = (value: (typeof SEXES)[number]) => ({
  value: value as string,
  label: t(`access.profile.sex.${value}`),
})

/** The message of a field's problem code: the field's own if there is one. */
export function profileProblemMessage(field: string, code: string): string {
  const exact = `access.profile.${field}.${code}`
  if (hasMessage(exact)) return t(exact)
  const general = `access.profile.problem.${code}`
  return t(hasMessage(general) ? general : 'access.profile.problem.INVALID')
}
