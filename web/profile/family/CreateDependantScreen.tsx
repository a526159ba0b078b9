import { me } from '@cuida/core/profile/account/api.ts'
import { type DependantProfile, registerDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { DependantForm } from './DependantForm.tsx'
import { dependantOf } from './dependant-draft.ts'
import { FamilyGate } from './FamilyGate.tsx'

/** A2.28: adds a minor in the account holder's care, then returns to the previous screen. */
export function CreateDependantScreen() {
  const queries = useQueryClient()
  async function add(profile: DependantProfile): Promise<void> {
    await api(registerDependant, { profile })
    await invalidateQueries(queries, [me])
    goBack(pathOf('familyProfiles'))
  }
  return (
    <Screen title={t('profile.family.addTitle')} lead={t('profile.family.addLead')}>
      <FamilyGate adding>
        <DependantForm action={t('profile.family.save')} onSubmit={(draft) => add(dependantOf(draft))} />
      </FamilyGate>
    </Screen>
  )
}
