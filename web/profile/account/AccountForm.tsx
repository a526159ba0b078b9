import { changeProblems } from '@cuida/core/profile/account/problems.ts'
import type { Profile, Sex } from '@cuida/core/profile/account/profile.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { fullDate } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useRef, useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useUpdateMe } from '../queries.ts'
import css from './ProfileScreen.module.css'
import { problemWords } from './problem-words.ts'

const detailsOf = ({ firstName, lastName, sex, genderInfo }: Profile): Details => ({
  firstName,
  lastName,
  sex,
  genderInfo: genderInfo ?? '',
})

const SEXES: readonly Sex[] = ['Female', 'Male', 'PreferNotToSay']

/** What a person may change of themselves; what identifies them is shown, with why it stays. */
export function AccountForm({ profile }: { profile: Profile }) {
  const update = useUpdateMe()
  const [saved, setSaved] = useState(false)
  // Only what is changed here is sent: another tab may be changing something else.
  const before = useRef(detailsOf(profile))
  const form = useForm<Details>({
    initial: before.current,
    check: changeProblems,
    async submit(details) {
      setSaved(false)
      const changes = changesOf(before.current, details)
      if (Object.keys(changes).length > 0) before.current = detailsOf(await update.mutateAsync(changes))
      setSaved(true)
    },
    words: problemWords,
  })
  const { field } = form
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <TextInput label={t('access.profile.firstName')} autoComplete="given-name" {...field('firstName')} />
      <TextInput label={t('access.profile.lastName')} autoComplete="family-name" {...field('lastName')} />
      <RadioGroup<Sex>
        label={t('access.profile.sex')}
        options={SEXES.map((value) => ({ value, label: t(`access.profile.sex.${value}`) }))}
        {...field('sex')}
      />
      <TextInput label={t('profile.gender')} hint={t('profile.genderHint')} optional {...field('genderInfo')} />
      <Identity profile={profile} />
      {saved && <Alert tone="success" title={t('profile.saved')} leaves onClose={() => setSaved(false)} />}
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('profile.save')}
      </Button>
    </form>
  )
}

function Identity({ profile: { dateOfBirth, document, cpf } }: { profile: Profile }) {
  const kind = document?.documentType
  const shown = document
    ? {
        term: kind ? t(`access.profile.document.${kind}`) : t('profile.document'),
        description: document.documentNumber,
      }
    : cpf && { term: t('access.profile.cpf'), description: cpfWords(cpf) }
  const birth = { term: t('profile.dateOfBirth'), description: fullDate(dateOfBirth) }
  return (
    <div>
      <DescriptionList items={shown ? [birth, shown] : [birth]} />
      <p className={css.why}>{t('profile.identityWhy')}</p>
    </div>
  )
}

const cpfWords = (cpf: string): string => cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')

/** What the form of the account holds: everything a string. */
export interface Details {
  firstName: string
  lastName: string
  sex: Sex
  genderInfo: string
}

/** What the person changed, and nothing else. An emptied gender is none. */
export function changesOf(
  before: Details,
  now: Details,
): Partial<Omit<Details, 'genderInfo'>> & { genderInfo?: string | null } {
  const tidy = {
    ...now,
    firstName: now.firstName.trim(),
    lastName: now.lastName.trim(),
    genderInfo: now.genderInfo.trim(),
  }
  return {
    ...(tidy.firstName === before.firstName ? {} : { firstName: tidy.firstName }),
    ...(tidy.lastName === before.lastName ? {} : { lastName: tidy.lastName }),
    ...(tidy.sex === before.sex ? {} : { sex: tidy.sex }),
    ...(tidy.genderInfo === before.genderInfo ? {} : { genderInfo: tidy.genderInfo || null }),
  }
}
