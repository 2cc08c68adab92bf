// In node: load BVH files with three.js, play them and say where each joint stands, frame by frame.
//
// Called with a JSON file of jobs and the folder where three is installed; writes one JSON file for
// each job. Numbers that JSON cannot hold become null.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const find = createRequire(process.argv[3] + '/package.json').resolve;
const addons = find('three/addons/loaders/BVHLoader.js');
const THREE = await import(pathToFileURL(find('three').replace('three.cjs', 'three.module.js')));
const { BVHLoader } = await import(pathToFileURL(addons));

let said = [];
console.warn = console.error = (...words) => said.push(words.join(' '));

function place(bone) {
	return new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld).toArray();
}

function played({ skeleton, clip }, frames) {
	const bones = skeleton.bones;
	const joints = bones.filter((bone) => bone.name !== 'ENDSITE');
	const ends = bones.filter((bone) => bone.name === 'ENDSITE');
	const mixer = new THREE.AnimationMixer(bones[0]);
	// Played once, as a loop shows the first frame where its last one is due.
	const action = mixer.clipAction(clip).setLoop(THREE.LoopOnce);
	action.clampWhenFinished = true;
	const times = clip.tracks[0].times;
	const result = { joints: [], ends: [], parents: ends.map((end) => joints.indexOf(end.parent)) };
	for (const frame of frames) {
		if (frame >= times.length) throw new Error(`it has ${times.length} frames only`);
		action.reset().play();
		mixer.setTime(times[frame]);
		bones[0].updateMatrixWorld(true);
		result.joints.push(joints.map(place));
		result.ends.push(ends.map(place));
	}
	return result;
}

for (const job of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
	said = [];
	let result;
	try {
		result = played(new BVHLoader().parse(readFileSync(job.path, 'utf8')), job.frames);
	} catch (error) {
		result = { error: error.message };
	}
	result.said = [...new Set(said)];
	writeFileSync(job.result, JSON.stringify(result));
}
