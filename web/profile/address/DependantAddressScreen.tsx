import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { cutName } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { FoundDependant } from '../family/FoundDependant.tsx'
import { useAddress } from '../queries.ts'
import { AddressForm } from './AddressForm.tsx'

/** Where a minor in my charge lives: with me unless I say otherwise. */
export function DependantAddressScreen({ params }: { params: Record<string, string> }) {
  const id = params.id ?? ''
  const address = useAddress(id, 'home')
  return (
    <FoundDependant id={id}>
      {({ firstName }) => (
        <Screen
          title={t('profile.family.addressTitle', { name: cutName(firstName) })}
          lead={t('profile.family.addressLead')}
        >
          <Loaded of={address} lines={7} failed={failureWords}>
            {(data) => (
              <AddressForm
                patientId={id}
                kind="home"
                known={data.address}
                hasOwnBilling
                isOther
                backTo={pathOf('editDependant', { id })}
              />
            )}
          </Loaded>
        </Screen>
      )}
    </FoundDependant>
  )
}
