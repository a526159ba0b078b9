/** The accounts on the simulated account chooser. `subject` alone identifies a person. */
export interface SimulatorPerson {
  subject: string
  email: string
  emailVerified: boolean
  givenName?: string
  familyName?: string
}

export const people: readonly SimulatorPerson[] = [
  {
    subject: '101000000000000000001',
    email: 'lucia.campos@example.com',
    emailVerified: true,
    givenName: 'Lucía',
    familyName: 'Campos Rey',
  },
  {
    subject: '101000000000000000002',
    email: 'diego.nunes@example.com',
    emailVerified: true,
    givenName: 'Diego',
    familyName: 'Nunes',
  },
  // Strapi requests only the address, so a profile may have no names (providers 7).
  { subject: '101000000000000000003', email: 'sin.nombre@example.com', emailVerified: true },
  {
    subject: '101000000000000000004',
    email: 'not.verified@example.com',
    emailVerified: false,
    givenName: 'Vera',
    familyName: 'Prado',
  },
  // The address of a demo patient who already has an account by phone.
  {
    subject: '101000000000000000005',
    email: 'ana.garcia@example.com',
    emailVerified: true,
    givenName: 'Ana',
    familyName: 'García',
  },
]

export const findPerson = (subject: unknown): SimulatorPerson | undefined =>
  people.find((person) => person.subject === subject)

/** The claims of a person in ID token and userinfo. */
export const claimsOf = ({ subject, email, emailVerified, givenName, familyName }: SimulatorPerson) => ({
  sub: subject,
  email,
  email_verified: emailVerified,
  ...(givenName ? { given_name: givenName } : {}),
  ...(familyName ? { family_name: familyName } : {}),
  ...(givenName ? { name: [givenName, familyName].filter(Boolean).join(' ') } : {}),
})
