// Users for tests, whose logins are cheap: hashing a password, and verifying it at each login, takes tens of milliseconds of processor time
// otherwise, by design. The hash says itself how much work it is, so it is verified by the same code. Tests about new passwords use those
// of the product.
import { hash } from '@node-rs/argon2';
import {
  checkNewPassword,
  createUser as createUserWithoutPassword,
  storePassword,
} from '../../src/core/manage/authorization-server/users/users.ts';

const LITTLE_WORK = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Does what `createUser` of the product does. */
export const createUser: typeof createUserWithoutPassword = async (database, user, ...rest) => {
  const { password } = user;
  if (password === undefined) return createUserWithoutPassword(database, user, ...rest);
  checkNewPassword(password, user.email);
  const created = await createUserWithoutPassword(database, { ...user, password: undefined }, ...rest);
  const passwordHash = await hash(password.normalize('NFKC'), LITTLE_WORK);
  await database.transaction((tx) => storePassword(tx, created.id, passwordHash));
  return created;
};
