// What a user does on the pages of the authorization server.
import type { Page } from 'playwright-core';
import type { DemoService } from './demo-service.ts';

/** From the login page, where the dashboard has led to, and back. */
export async function logIn(page: Page, { login }: DemoService): Promise<void> {
  await fillLogin(page, login);
  await page.getByRole('button', { name: `Logged in as ${login.email}` }).waitFor();
}

export async function fillLogin(page: Page, { email, password }: DemoService['login']): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
