import { profileRules } from '@cuida/core/profile/account/problems.ts'
import type { DependantDetails } from '@cuida/core/profile/family/dependant-api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { type DescriptionItem, DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { formatDate, truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useRef } from 'react'
import type { PersonDraft } from '../../access/registration/PersonFields.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../account/ProfileScreen.module.css'
import { addressLine } from '../address/address-line.ts'
import { useAddress, useUpdateDependant } from '../queries.ts'
import { DependantForm } from './DependantForm.tsx'
import { changesOf, draftOf } from './dependant-draft.ts'
import { FoundDependant } from './FoundDependant.tsx'

/** A dependant's data and address. */
export function EditDependantScreen({ params }: { params: Record<string, string> }) {
  return (
    <FoundDependant id={params.id ?? ''}>
      {(child) => (
        <Screen title={truncateName(child.firstName)} lead={t('profile.family.editLead')}>
          <div className={css.sections}>
            <Details child={child} />
            <Home child={child} />
          </div>
        </Screen>
      )}
    </FoundDependant>
  )
}

function Details({ child }: { child: DependantDetails }) {
  const [documentType = ''] = profileRules(usePartner(), serverDate()).documentTypes
  const update = useUpdateDependant(child.id)
  // Only changed fields are sent.
  const before = useRef(draftOf(child, documentType))
  const identity = identityOf(child)
  return (
    <div className={css.page}>
      {identity.length > 0 && (
        <div>
          <DescriptionList items={identity} />
          <p className={css.why}>{t('profile.family.whyFixed', { name: child.firstName })}</p>
        </div>
      )}
      <DependantForm
        known={before.current}
        fixed={fixedFields(child)}
        action={t('profile.save')}
        onSubmit={async (draft) => {
          const changes = changesOf(before.current, draft)
          if (Object.keys(changes).length > 0) await update.mutateAsync(changes)
          showToast(t('profile.family.saved'))
          goBack(pathOf('familyProfiles'))
        }}
      />
    </div>
  )
}

function Home({ child }: { child: DependantDetails }) {
  const { data } = useAddress(child.id, 'home')
  const line = data?.address && addressLine(data.address)
  const shared = line && data.source === 'holder' ? t('profile.family.livesWithYou', { address: line }) : line
  return (
    <Section title={t('profile.address.home')}>
      <List>
        <ListRow
          icon="home"
          title={t('profile.family.addressTitle', { name: truncateName(child.firstName) })}
          detail={data && (shared || t('profile.address.none'))}
          href={pathOf('dependantAddress', { id: child.id })}
        />
      </List>
    </Section>
  )
}

/** Once there is a record, its identity data is fixed; a missing document may still be added. */
export function fixedFields({ identityFixed, document, cpf }: DependantDetails): (keyof PersonDraft)[] {
  if (!identityFixed) return []
  return ['dateOfBirth', ...(document ? (['documentNumber'] as const) : []), ...(cpf ? (['cpf'] as const) : [])]
}

/** The fixed fields, for display. */
export function identityOf({ identityFixed, dateOfBirth, document, cpf }: DependantDetails): DescriptionItem[] {
  if (!identityFixed) return []
  const kind = document?.documentType
  return [
    { term: t('profile.dateOfBirth'), description: formatDate(dateOfBirth) },
    ...(document
      ? [
          {
            term: kind ? t(`access.profile.document.${kind}`) : t('profile.document'),
            description: document.documentNumber,
          },
        ]
      : []),
    ...(cpf ? [{ term: t('access.profile.cpf'), description: cpf }] : []),
  ]
}
