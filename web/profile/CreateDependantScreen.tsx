import type { DependantProfile } from '@cuida/core/profile/dependant-api.ts'
import { registerDependant } from '@cuida/core/profile/dependant-api.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../kit/api.ts'
import { goBack } from '../kit/navigation.ts'
import { pathOf } from '../routes.ts'
import { DependantForm } from './DependantForm.tsx'
import { dependantOf } from './dependant-draft.ts'
import { FamilyGate } from './FamilyGate.tsx'

/** Spec 1 §2 "CreateFamilyProfile": a minor whom the holder takes care of. Back to where one came from. */
export function CreateDependantScreen() {
  const queries = useQueryClient()
  // One form is one child, however often it is sent.
  const [tap, setTap] = useState({ body: '', idempotencyKey: '' })
  async function add(profile: DependantProfile): Promise<void> {
    const body = JSON.stringify(profile)
    const idempotencyKey = tap.body === body ? tap.idempotencyKey : crypto.randomUUID()
    setTap({ body, idempotencyKey })
    await api(registerDependant, { profile }, { idempotencyKey })
    await queries.invalidateQueries({ queryKey: ['me'] })
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
