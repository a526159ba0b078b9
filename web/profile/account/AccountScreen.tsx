import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { changeProblems } from '@cuida/core/profile/account/problems.ts'
import type { Profile, Sex } from '@cuida/core/profile/account/profile.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useRef, useState } from 'react'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { addressLine } from '../address/address-line.ts'
import { CopyOfData } from '../deletion/CopyOfData.tsx'
import { useAddress, useUpdateMe } from '../queries.ts'
import { AddDocument } from './AddDocument.tsx'
import { PhoneNumber } from './PhoneNumber.tsx'
import css from './ProfileScreen.module.css'
import { problemMessage } from './problem-message.ts'

const detailsOf = ({ firstName, lastName, sex, genderInfo }: Profile): Details => ({
  firstName,
  lastName,
  sex,
  genderInfo: genderInfo ?? '',
})

const SEXES: readonly Sex[] = ['Female', 'Male', 'PreferNotToSay']

const cpfMessage = (cpf: string): string => cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')

const ME = [me]

/** A2.28: personal data, contact, addresses, and account deletion. */
export function AccountScreen() {
  const { profile } = useSession()
  useChangeEvents(ME)
  return (
    <Screen title={t('profile.account.title')}>{profile ? <Mine profile={profile} /> : <Skeleton lines={8} />}</Screen>
  )
}

/** A new phone or e-mail address is verified by a code. */
function Mine({ profile }: { profile: Profile }) {
  const partner = usePartner()
  return (
    <div className={css.sections}>
      <AccountForm profile={profile} />
      <AddDocument profile={profile} />
      <Section title={t('profile.contact')}>
        <List>
          <ListRow
            icon="phone"
            title={t('profile.phone')}
            detail={<PhoneNumber number={profile.phone.number} />}
            href={hasCapability(partner, 'messages') ? pathOf('changePhone') : undefined}
          />
          <ListRow
            icon="mail"
            title={t('profile.email')}
            detail={profile.email}
            href={hasCapability(partner, 'mail') ? pathOf('changeEmail') : undefined}
          />
        </List>
      </Section>
      <Addresses patientId={profile.id} />
      <CopyOfData profile={profile} />
      <Section title={t('profile.danger')}>
        <List>
          <ListRow
            icon="warning"
            title={t('profile.delete.title')}
            detail={t('profile.delete.detail')}
            href={pathOf('deleteAccount')}
          />
        </List>
      </Section>
    </div>
  )
}

function Addresses({ patientId }: { patientId: string }) {
  const home = useAddress(patientId, 'home')
  const billing = useAddress(patientId, 'billing')
  const text = (found: typeof home.data) => {
    if (!found) return undefined
    return found.address ? addressLine(found.address) : t('profile.address.none')
  }
  const sameAsHome = billing.data?.source === 'home'
  return (
    <Section title={t('profile.addresses')}>
      <List>
        <ListRow
          icon="home"
          title={t('profile.address.home')}
          detail={text(home.data)}
          href={pathOf('address', { kind: 'home' })}
        />
        <ListRow
          icon="file"
          title={t('profile.address.billing')}
          detail={sameAsHome ? t('profile.address.sameAsHome') : text(billing.data)}
          href={pathOf('address', { kind: 'billing' })}
        />
      </List>
      <FailureAlert failure={home.error ?? billing.error} />
    </Section>
  )
}

/** Fields that a person may change; identity data is shown with the reason why it is fixed. */
function AccountForm({ profile }: { profile: Profile }) {
  const update = useUpdateMe()
  const [saved, setSaved] = useState(false)
  // Only changed fields are sent: another tab may be changing others.
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
    message: problemMessage,
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
  const documentRow = document
    ? {
        term: kind ? t(`access.profile.document.${kind}`) : t('profile.document'),
        description: document.documentNumber,
      }
    : cpf && { term: t('access.profile.cpf'), description: cpfMessage(cpf) }
  const birth = { term: t('profile.dateOfBirth'), description: formatDate(dateOfBirth) }
  return (
    <div>
      <DescriptionList items={documentRow ? [birth, documentRow] : [birth]} />
      <p className={css.why}>{t('profile.identityWhy')}</p>
    </div>
  )
}

/** The account form's values, all strings. */
export interface Details {
  firstName: string
  lastName: string
  sex: Sex
  genderInfo: string
}

/** Only the changed fields. An emptied gender is sent as none. */
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
