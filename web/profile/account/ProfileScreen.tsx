import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import { LOCALE_NAMES, type Locale } from '@cuida/core/brand/locale.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { statusLabel } from '@cuida/core/subscription/status.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { LoadingScreen, Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useFamilyMembers } from '../../kit/family.ts'
import { signOut, useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { useChooseLanguage } from '../queries.ts'
import { PhoneNumber } from './PhoneNumber.tsx'
import css from './ProfileScreen.module.css'

const ME = [me]

/** A2.26: the profile, the language, and sign-out. */
export function ProfileScreen() {
  const { profile } = useSession()
  useChangeEvents(ME)
  // The title is the person's name, which has not loaded yet.
  if (!profile)
    return (
      <LoadingScreen>
        <Skeleton lines={6} />
      </LoadingScreen>
    )
  return (
    <Screen title={truncateName(`${profile.firstName} ${profile.lastName}`)}>
      <div className={css.page}>
        <DescriptionList
          items={[
            { term: t('profile.phone'), description: <PhoneNumber number={profile.phone.number} /> },
            { term: t('profile.email'), description: profile.email },
          ]}
        />
        <Rows />
        <LanguageChoice />
        <Button icon="logout" onClick={() => void signOut()}>
          {t('profile.signOut')}
        </Button>
      </div>
    </Screen>
  )
}

function Rows() {
  const partner = usePartner()
  const { partnerName, partnerConfig } = partner
  return (
    <List label={t('profile.rows')}>
      <ListRow
        icon="user"
        title={t('profile.account.title')}
        detail={t('profile.account.detail')}
        href={pathOf('account')}
      />
      <RecordRows />
      <FamilyRow />
      <SubscriptionRow />
      {partnerConfig.prescriptionProvider !== 'none' && (
        <ListRow icon="file" title={t('care.prescriptions.title')} href={pathOf('prescriptions')} />
      )}
      <ListRow icon="card" title={t('profile.payments')} href={pathOf('paymentHistory')} />
      {hasCapability(partner, 'payments') && (
        <ListRow icon="card" title={t('profile.paymentMethods')} href={pathOf('paymentMethods')} />
      )}
      <ListRow icon="bell" title={t('profile.notifications.title')} href={pathOf('notifications')} />
      <ListRow icon="lock" title={t('profile.security')} href={pathOf('security')} />
      <ListRow icon="check" title={t('brand.agreements.entry')} href={pathOf('agreements')} />
      <ListRow icon="star" title={t('invite.refer.entry')} href={pathOf('refer')} />
      <ListRow icon="info" title={t('profile.about', { partner: partnerName })} href={pathOf('about')} />
    </List>
  )
}

function SubscriptionRow() {
  const { offersSubscription } = usePartner()
  const { profile } = useSession()
  const subscription = profile?.subscription
  if (!subscription && !offersSubscription) return null
  return (
    <ListRow
      icon="refresh"
      title={t('profile.subscription')}
      detail={subscription && t(`subscription.label.${statusLabel(subscription.status)}`)}
      href={pathOf(subscription ? 'subscriptionManager' : 'subscriptionCheckout')}
    />
  )
}

/** The account holder's record, and those of dependants, if any (B2.24). */
function RecordRows() {
  const { familyProfilesEnabled } = usePartner()
  const { profile } = useSession()
  if (!profile) return null
  return (
    <>
      <ListRow
        icon="file"
        title={t('care.history.entry')}
        detail={t('care.history.entryDetail')}
        href={pathOf('medicalHistory', { emrId: profile.emrId })}
      />
      {familyProfilesEnabled && profile.dependants.length > 0 && (
        <ListRow icon="file" title={t('care.history.familyEntry')} href={pathOf('familyHistory')} />
      )}
    </>
  )
}

function FamilyRow() {
  const { familyProfilesEnabled } = usePartner()
  const children = useFamilyMembers().filter(({ isDependant }) => isDependant)
  if (!familyProfilesEnabled) return null
  const names = children.map(({ firstName }) => truncateName(firstName)).join(', ')
  return (
    <ListRow
      icon="user"
      title={t('profile.family.row')}
      detail={names || t('profile.family.rowNone')}
      href={pathOf('familyProfiles')}
    />
  )
}

function LanguageChoice() {
  const { languages } = usePartner()
  const locale = useLocale()
  const choose = useChooseLanguage()
  return (
    <>
      <RadioGroup<string>
        label={t('profile.language')}
        hint={t('profile.languageHint')}
        value={locale}
        onChange={(chosen) => choose.mutate(chosen as Locale)}
        options={languages.map((language: Locale) => ({ value: language, label: LOCALE_NAMES[language] }))}
      />
      <FailureAlert failure={choose.error} />
    </>
  )
}
